import { execFileSync, spawn } from "node:child_process";
import { chmod, cp, mkdir, mkdtemp, readFile, readlink, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { version } from "../../package.json";
import { filesBelow } from "../../scripts/build/exportFiles.ts";
import { formsBasePath } from "../../server/contract/outcomes.ts";
import { readKeys } from "../../server/embedded/folder/keys.ts";
import { copyFolder } from "./dataFolders.ts";
import { listen } from "./listen.ts";
import { mintCaptchaFor } from "./mintCaptcha.ts";

const checkout = fileURLToPath(new URL("../..", import.meta.url));

/** What of a release its service and its commands read; their code is bundled. */
const parts = [".gitignore", "package.json", "deploy", "scripts", "server", "supabase"];

/** Lives in a stand-in: whether the service's process is there, also where nobody reaps a process that has ended. */
const alive = `alive() { grep -qs '^State:.[^ZX]' "/proc/$(cat "$PLACE/pid" 2> /dev/null || echo none)/status"; }`;

/**
 * Stand-ins for programs that would change this machine or download. `npm` takes the packages and the bundled programs of this checkout,
 * and builds a page that says its version. `systemctl` starts what the unit says, and stops it.
 */
const fakePrograms: Record<string, string> = {
  chown: "",
  id: '[ "$*" = -u ] && echo 0 || exec /usr/bin/id "$@"',
  runuser: 'while [ "$1" != -- ]; do shift; done; shift; exec "$@"',
  df: '[ -n "${FREE-}" ] && echo "$FREE" || exec /usr/bin/df "$@"',
  npm: `case "$1" in
ci)
  mkdir -p node_modules dist && ln -s "$CHECKOUT"/node_modules/* node_modules/
  cp -r "$CHECKOUT/dist/scripts" dist/ ;;
run)
  [ ! -e unbuildable ] || { echo "This cannot be built." >&2; exit 1; }
  mkdir -p dist/export.old
  [ ! -e dist/client ] || mv dist/client dist/export.old/
  version=$(sed -n 's/^  "version": "\\(.*\\)",$/\\1/p' package.json)
  mkdir -p dist/client/assets
  for page in index.html 404.html "assets/$version.js"; do echo "$version" > "dist/client/$page"; done
  echo '{"base":"/","everywhere":{},"documents":{},"assets":{},"pages":{}}' > dist/headers.json ;;
esac`,
  systemctl: `${alive}
case "$1" in
stop)
  ! alive || kill "$(cat "$PLACE/pid")"
  while alive; do sleep 0.05; done ;;
start)
  ! alive || exit 0
  unit=$PLACE/opt/keelbook/deploy/keelbook.service
  set -a
  . "$(sed -n 's/^EnvironmentFile=//p' "$unit")"
  export $(sed -n 's/^Environment=//p' "$unit")
  cd "$(sed -n 's/^WorkingDirectory=//p' "$unit")"
  setsid $(sed -n 's/^ExecStart=//p' "$unit") >> "$PLACE/log" 2>&1 9>&- < /dev/null &
  echo $! > "$PLACE/pid" ;;
esac`,
};

export interface Said {
  code: number | null;
  said: string;
}

/** A made-up release. */
interface Release {
  version: string;
  /** SQL of its own migration, by the migration's version; those of other releases are left out. */
  migrations?: Record<string, string>;
  unbuildable?: boolean;
}

/**
 * A server as docs/launch.md makes it, below a folder of its own: a repository with this checkout as its first release, the two folders and
 * the link, the service, and a copy of a prepared data folder.
 */
export async function makeOwnServer(prepared: string) {
  const place = await mkdtemp(join(tmpdir(), "keelbook-u-"));
  // Under root, PostgreSQL runs as another user, who needs access to the folder.
  await chmod(place, 0o755);
  const here = (text: string) =>
    text
      .replaceAll(/(?<![\w.])\/(?:opt\/keelbook|etc\/keelbook|var\/lib\/keelbook)/gu, `${place}$&`)
      .replaceAll("/usr/bin/node", process.execPath)
      .replaceAll("/var/tmp", tmpdir());
  const at = (path: string) => join(place, path);
  for (const folder of ["opt", "etc", "bin", "repository", "var/lib/keelbook"])
    await mkdir(at(folder), { recursive: true });
  for (const [name, script] of Object.entries(fakePrograms))
    await writeFile(at(`bin/${name}`), `#!/bin/sh\nset -e\n${script}\n`, { mode: 0o755 });
  const server = createServer();
  const port = await listen(server);
  await new Promise((resolve) => server.close(resolve));
  const url = `http://127.0.0.1:${port}`;
  await writeFile(at("etc/keelbook.env"), `SITE_URL=${url}\nPORT=${port}\nTRUST_PROXY=1\n`, { mode: 0o600 });
  const dataFolder = at("var/lib/keelbook/data");
  await copyFolder(prepared, dataFolder);

  const path = [at("bin"), process.env["PATH"]].join(":");
  const env = { PATH: path, HOME: place, PLACE: place, CHECKOUT: checkout, GIT_CONFIG_NOSYSTEM: "1" };
  const run = (program: string, args: readonly string[], cwd: string) =>
    execFileSync(program, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"], encoding: "utf8" });
  const repository = at("repository");
  const git = (...args: string[]) => run("git", args, repository);
  for (const part of parts)
    await cp(join(checkout, part), join(repository, part), {
      recursive: true,
      filter: (from) => !/\.test\.tsx?$/u.test(from),
    });
  for (const file of await filesBelow(join(repository, "deploy"))) {
    const name = join(repository, "deploy", file);
    await writeFile(name, here(await readFile(name, "utf8")));
  }
  git("init", "--quiet");
  for (const [key, value] of Object.entries({ "user.name": "Ada", "user.email": "ada@example.com", "gc.auto": "0" }))
    git("config", key, value);
  let added: string[] = [];
  const release = async ({ version: to, migrations = {}, unbuildable = false }: Release) => {
    for (const file of added) await rm(join(repository, file));
    const manifest = join(repository, "package.json");
    await writeFile(manifest, (await readFile(manifest, "utf8")).replace(/"version": ".*"/u, `"version": "${to}"`));
    const files: Record<string, string> = unbuildable ? { unbuildable: "" } : {};
    for (const [name, sql] of Object.entries(migrations)) files[`supabase/migrations/${name}_made_up.sql`] = sql;
    added = Object.keys(files);
    for (const [file, text] of Object.entries(files)) await writeFile(join(repository, file), text);
    git("add", "--all");
    git("commit", "--quiet", "--message", to);
    git("tag", `v${to}`);
  };
  await release({ version });
  run("git", ["clone", "--quiet", `file://${repository}`, at("opt/keelbook-a")], place);
  run("ln", ["-s", "keelbook-a", at("opt/keelbook")], place);
  for (const args of [["ci"], ["run", "build"]]) run("npm", args, at("opt/keelbook-a"));
  const { captchaSecret } = await readKeys(dataFolder);
  let visitors = 0;

  return {
    place,
    url,
    repository,
    dataFolder,
    captchaSecret,
    release,
    here,
    /** Runs lines in a shell of its own process group; `program` folders come first in its PATH. */
    shell: (lines: string, more: Record<string, string> = {}) =>
      new Promise<Said>((resolve) => {
        const child = spawn("sh", ["-c", here(lines)], {
          cwd: place,
          env: { ...env, ...more },
          detached: true,
          stdio: ["ignore", "pipe", "pipe"],
        });
        let said = "";
        for (const stream of [child.stdout, child.stderr])
          stream.on("data", (chunk: Buffer) => (said += chunk.toString()));
        child.once("close", (code) => resolve({ code, said }));
      }),
    /** The folder that the link names. */
    current: () => readlink(at("opt/keelbook")),
    /** The version that the page says, or undefined where nobody answers. */
    page: (name = "") =>
      fetch(`${url}/${name}`).then(
        async (answer) => (answer.ok ? (await answer.text()).trim() : undefined),
        () => undefined,
      ),
    join: async (email: string) => {
      const answer = await fetch(`${url}${formsBasePath}/waitlist`, {
        method: "POST",
        headers: { "content-type": "application/json", "x-forwarded-for": `192.0.2.${visitors++ % 250}` },
        body: JSON.stringify({ email, captcha: await mintCaptchaFor(captchaSecret) }),
      });
      return answer.status;
    },
    discard: async () => {
      run("systemctl", ["stop", "keelbook"], place);
      await rm(place, { recursive: true, force: true });
    },
  };
}
