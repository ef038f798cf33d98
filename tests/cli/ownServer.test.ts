import { execFileSync, spawn, spawnSync } from "node:child_process";
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { formsBasePath } from "../../server/contract/outcomes.ts";
import { readKeys } from "../../server/embedded/folder/keys.ts";
import { startSmtpServer, type TestSmtpServer } from "../mail/support/smtpServer.ts";
import { eventually } from "../support/eventually.ts";
import { launchList } from "../support/launchList.ts";
import { listen } from "../support/listen.ts";
import { mintCaptchaFor } from "../support/mintCaptcha.ts";

const list = launchList("Own server with Caddy");
const checkout = fileURLToPath(new URL("../..", import.meta.url));

/** Names that a fresh checkout does not contain, and names that no command reads. */
const left = new Set([".git", ".env", ".data", "dist", "node_modules", "test-results", "tests", "docs"]);

/**
 * Stand-ins for programs that would change this machine: its packages, users and services. The copy of the
 * checkout and its packages are there already. `systemctl` starts what the unit says, with its settings.
 */
const fakePrograms: Record<string, string> = {
  "apt-get": "",
  useradd: "",
  chown: "",
  id: '[ "$*" = -u ] && echo 0 || exec /usr/bin/id "$@"',
  git: "",
  npm: '[ "$1" = ci ] || exec "$REAL_NPM" "$@"',
  systemctl: `case "$*" in
"restart keelbook keelbook-backup.timer")
  unit="$PLACE/opt/keelbook/deploy/keelbook.service"
  export $(sed -n 's/^Environment=//p' "$unit")
  cd "$(sed -n 's/^WorkingDirectory=//p' "$unit")"
  $(sed -n 's/^ExecStart=//p' "$unit") > "$PLACE/log" 2>&1 & echo $! > "$PLACE/pid" ;;
"start keelbook-backup")
  unit="$PLACE/opt/keelbook/deploy/keelbook-backup.service"
  export $(sed -n 's/^Environment=//p' "$unit")
  mkdir -p "$PLACE/var/lib/keelbook/backups"
  sh -c "$(sed -n "s/^ExecStart=.bin.sh -c '\\(.*\\)'$/\\1/p" "$unit" | sed 's/\\$\\$/$/g; s/%%/%/g')" ;;
esac`,
  runuser: 'while [ "$1" != -- ]; do shift; done; shift; exec "$@"',
};

const noCurl = spawnSync("curl", ["--version"]).error !== undefined;

describe.skipIf(noCurl)("docs/launch.md, own server with Caddy (needs curl)", () => {
  let place: string;
  let port: number;
  let provider: TestSmtpServer;
  beforeAll(async () => {
    place = await mkdtemp(join(tmpdir(), "keelbook-own-"));
    // Under root, PostgreSQL runs as another user, who needs access to the folder.
    await chmod(place, 0o755);
    const copy = join(place, "opt/keelbook-a");
    for (const name of await readdir(checkout))
      if (!left.has(name)) await cp(join(checkout, name), join(copy, name), { recursive: true });
    await symlink(join(checkout, "node_modules"), join(copy, "node_modules"));
    for (const folder of ["etc/caddy", "usr/local/bin", "var/lib/keelbook", "bin"])
      await mkdir(join(place, folder), { recursive: true });
    for (const [name, script] of Object.entries(fakePrograms)) {
      await writeFile(join(place, "bin", name), `#!/bin/sh\n${script}\n`);
      await chmod(join(place, "bin", name), 0o755);
    }
    for (const name of await readdir(join(copy, "deploy"))) {
      const file = join(copy, "deploy", name);
      await writeFile(file, here(await readFile(file, "utf8")));
    }
    const server = createServer();
    port = await listen(server);
    await new Promise((resolve) => server.close(resolve));
    provider = await startSmtpServer();
  });
  afterAll(async () => {
    const pid = Number(await readFile(join(place, "pid"), "utf8").catch(() => "0"));
    if (pid > 0 && isAlive(pid)) {
      process.kill(pid, "SIGTERM");
      await eventually("the stack has ended", async () => !isAlive(pid), 60_000);
    }
    await provider.stop();
    await rm(place, { recursive: true, force: true });
  });
  const isAlive = (pid: number) => {
    try {
      return process.kill(pid, 0);
    } catch {
      return false;
    }
  };

  /** The machine's folders are below the test's folder; its programs stay where they are. */
  const here = (text: string) =>
    text
      .replaceAll(
        /(?<![\w.])\/(?:opt\/keelbook|etc\/(?:keelbook|systemd|caddy)|usr\/local\/bin|var\/lib\/keelbook)/gu,
        `${place}$&`,
      )
      .replaceAll("/usr/bin/node", process.execPath);

  const site = () => `http://127.0.0.1:${port}`;
  const filledIn = (text: string) =>
    here(text)
      .replaceAll("https://your.name", site())
      .replaceAll("http://127.0.0.1:4173", site())
      .replace("TRUST_PROXY=1", `TRUST_PROXY=1\nPORT=${port}`)
      .replace("smtp://user:password@smtp.provider.example:587", provider.url.href);

  /** Runs lines in one shell, as a person types them. */
  const run = (lines: string) =>
    new Promise<{ code: number | null; said: string }>((resolve) => {
      const path = [join(place, "bin"), join(place, "usr/local/bin"), process.env["PATH"]].join(":");
      const npm = execFileSync("sh", ["-c", "command -v npm"], { encoding: "utf8" }).trim();
      const child = spawn("sh", ["-ec", lines], {
        cwd: place,
        env: { PATH: path, HOME: place, PLACE: place, REAL_NPM: npm },
        stdio: ["ignore", "pipe", "pipe"],
      });
      let output = "";
      for (const stream of [child.stdout, child.stderr])
        stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
      child.on("exit", (code) => resolve({ code, said: output }));
    });

  it("has at most fifteen steps", () => {
    expect(list.titles.length).toBeGreaterThan(5);
    expect(list.titles.length).toBeLessThanOrEqual(15);
    expect(list.steps).toHaveLength(list.titles.length);
  });

  it("leads from a checkout to somebody who has confirmed", { timeout: 600_000 }, async () => {
    const lines = list.steps.map(({ text }) => text).map(filledIn);
    // The check asks the DNS about the sender, which is not this machine's, and the last step comes after the
    // join.
    const checking = lines.indexOf("keelbook check");
    expect(checking).toBe(lines.length - 2);
    const done = await run(lines.slice(0, checking).join("\n[ $? = 0 ] || exit 1\n"));
    expect(done.code === 0 ? "" : done.said).toBe("");
    // After seven in the morning the digest arrives, too.
    const mails = provider.arrived.filter(({ to }) => to[0] === "you@your.name").map(({ mail }) => mail.text);
    expect(mails).toContainEqual(expect.stringContaining(`#confirm=${"0".repeat(64)}`));
    expect(await readdir(join(place, "var/lib/keelbook/backups"))).toHaveLength(1);
    expect(await readFile(join(place, "etc/caddy/Caddyfile"), "utf8")).toContain(`\n${site()} {\n`);

    const { captchaSecret } = await readKeys(join(place, "var/lib/keelbook/data"));
    const post = async (path: string, body: object) => {
      const headers = { "content-type": "application/json", "x-forwarded-for": "192.0.2.1" };
      const init = { method: "POST", headers, body: JSON.stringify(body) };
      return (await fetch(`${site()}${formsBasePath}${path}`, init)).status;
    };
    expect(await post("/waitlist", { email: "first@example.com", captcha: await mintCaptchaFor(captchaSecret) })).toBe(
      201,
    );
    await eventually("the mail arrives", async () => provider.arrived.some(({ to }) => to[0] === "first@example.com"));
    const [link, token] = /\S+\/#confirm=(\w+)/u.exec(provider.arrived.at(-1)?.mail.text ?? "") ?? [];
    expect(link).toBe(`${site()}/#confirm=${token}`);
    expect(await post("/confirm", { token })).toBe(200);
    const { code, said: figures } = await run(lines.at(-1) ?? "");
    expect([code, figures]).toEqual([0, expect.stringMatching(/confirmed/u)]);
    const { said: findings } = await run("keelbook check");
    expect(findings.split("\n").filter((line) => line.startsWith("WRONG") && !line.includes(" sender "))).toEqual([]);
  });
});
