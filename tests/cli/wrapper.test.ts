import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, describe, expect, it } from "vitest";

const run = promisify(execFile);

/**
 * This takes the place of the program: it says who runs it with which arguments, and reads and writes as
 * commands do.
 */
const fakeProgram = `echo "$(id -un) $OPERATOR $DATA_FOLDER $SITE_URL $*"
case $1 in
import) cat "$2" ;;
export) for last; do :; done; echo rows > "$last" ;;
dated) f=waitlist-$(date -u +%F).csv; [ "$2" = --force ] || [ ! -e "$f" ] && echo rows > "$f" ;;
check) exit 4 ;;
wait) exec sleep 60 ;;
esac`;

describe.skipIf(process.platform !== "linux" || process.getuid?.() !== 0)("the command of deploy/ (needs root)", () => {
  let folder = "";
  let mine = "";
  let script = "";
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "keelbook-wrapper-"));
    await chmod(folder, 0o755);
    mine = join(folder, "mine");
    await mkdir(join(mine, "sub"), { recursive: true, mode: 0o700 });
    const env = join(folder, "env");
    const program = join(folder, "program");
    await writeFile(env, "SITE_URL='https://site.example'\n", { mode: 0o600 });
    await writeFile(program, fakeProgram);
    script = join(folder, "keelbook");
    const text = (await readFile("deploy/keelbook", "utf8"))
      .replace("/etc/keelbook.env", env)
      .replace("/opt/keelbook/scripts/prelaunch.mjs", program)
      .replace("/usr/bin/node", "/bin/sh")
      .replace("chown -R keelbook:", "chown -R nobody:")
      .replaceAll("runuser -u keelbook", "runuser -u nobody")
      .replaceAll("/var/tmp", join(folder, "tmp"));
    await mkdir(join(folder, "tmp"));
    await chmod(join(folder, "tmp"), 0o755);
    await writeFile(script, text);
    return () => rm(folder, { recursive: true });
  });
  const env = { PATH: process.env.PATH, SUDO_USER: "ada", SUDO_UID: "65534", SUDO_GID: "0" };
  const keelbook = async (...argv: string[]) => run("/bin/sh", [script, ...argv], { cwd: mine, env });

  it("runs as the service's user with its settings, for the person who called it, and ends as the command does", async () => {
    const { stdout, stderr } = await keelbook("show", "a b@example.com", "--as=x y");
    expect([stdout, stderr]).toEqual([
      "nobody ada /var/lib/keelbook/data https://site.example show a b@example.com --as=x y\n",
      "",
    ]);
    await expect(keelbook("check")).rejects.toMatchObject({ code: 4 });
    await chmod(join(folder, "program"), 0o600);
    await expect(keelbook("check")).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        /^The user keelbook may not read .+program\. .+: cd \/opt\/keelbook && chmod go\+rX \. && chmod -R go\+rX dist [a-z._ ]+\n$/u,
      ),
    });
    await chmod(join(folder, "program"), 0o644);
  });

  it("reads files that only the caller may read, and writes where only the caller may write", async () => {
    await writeFile(join(mine, "people.csv"), "email\n", { mode: 0o600 });
    expect((await keelbook("import", join(mine, "people.csv"))).stdout).toMatch(/import people\.csv\nemail\n$/u);
    await keelbook("export", "waitlist.csv");
    await keelbook("export", "--out", "sub/may 1.csv");
    await keelbook("export", "--force", "--out", "people.csv");
    expect((await readdir(mine, { recursive: true })).sort()).toEqual([
      "people.csv",
      "sub",
      "sub/may 1.csv",
      "waitlist.csv",
    ]);
    expect(await readFile(join(mine, "people.csv"), "utf8")).toBe("rows\n");
    const dated = `waitlist-${new Date().toISOString().slice(0, 10)}.csv`;
    await writeFile(join(mine, dated), "mine\n");
    await expect(keelbook("dated")).rejects.toMatchObject({ code: 1 });
    expect(await readFile(join(mine, dated), "utf8")).toBe("mine\n");
    await keelbook("dated", "--force");
    expect(await readFile(join(mine, dated), "utf8")).toBe("rows\n");
    const { uid, mode } = await stat(join(mine, "sub/may 1.csv"));
    expect([uid, mode & 0o777]).toEqual([65_534, 0o600]);
  });

  it("leaves no copy behind when the connection ends", async () => {
    await writeFile(join(mine, "people.csv"), "email\n");
    const child = spawn("/bin/sh", [script, "wait", "people.csv"], { cwd: mine, env, detached: true });
    const exited = once(child, "exit");
    await once(child.stdout, "data");
    expect(await readdir(join(folder, "tmp"))).toHaveLength(1);
    process.kill(-(child.pid ?? 0), "SIGHUP");
    await exited;
    expect(await readdir(join(folder, "tmp"))).toEqual([]);
  });
});
