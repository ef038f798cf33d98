import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { lstat, mkdir, readdir, readFile, realpath, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, describe, expect, it } from "vitest";
import { fakeBackend } from "./fakeBackend.ts";
import { bin, start } from "./processes.ts";
import { cli, hosted } from "./terminal.ts";
import { useWorkplace, type Workplace } from "./workplace.ts";

const run = promisify(execFile);

/** Whether a small separate file system can be mounted here without affecting any other. */
const canMount = await run("unshare", ["-rm", "mount", "-t", "tmpfs", "none", "/mnt"]).then(
  () => true,
  () => false,
);

describe("what a command writes to", () => {
  let backend: Workplace["backend"];
  let folder: string;
  useWorkplace((place) => ({ backend, folder } = place));
  beforeAll(async () => {
    folder = await realpath(folder);
    await backend.supabase
      .from("waitlist")
      .insert(Array.from({ length: 1500 }, (_, n) => ({ email: `person${n}@example.com` })))
      .throwOnError();
  });
  const argv = (out: string) => ["export", "waitlist", "--columns", "email", "--out", out];
  const exportTo = (out: string, ...more: string[]) => cli([...argv(out), ...more], { env: hosted(backend), folder });
  const lines = async (file: string) => (await readFile(join(folder, file), "utf8")).split("\n").length - 1;

  it("is a file that is replaced only with --force if nobody can be asked", async () => {
    const file = join(folder, "there.csv");
    await writeFile(file, "mine");
    expect(await exportTo("there.csv")).toMatchObject({
      code: 2,
      err: `error: ${file} exists.\nGive another name, or --force to replace the file.\n`,
    });
    expect(await readFile(file, "utf8")).toBe("mine");
    expect(await exportTo("there.csv", "--force")).toMatchObject({ code: 0 });
    expect(await lines("there.csv")).toBe(1501);
  });

  it.each([
    ["y", 0],
    ["n", 1],
  ])("is a file that is replaced when the answer on the terminal is yes: %j", async (answer, code) => {
    await writeFile(join(folder, "asked.csv"), "mine");
    const outcome = await cli(argv("asked.csv"), { env: hosted(backend), folder, answers: [answer] });
    expect(outcome.code).toBe(code);
    expect((await readFile(join(folder, "asked.csv"), "utf8")) === "mine").toBe(code === 1);
  });

  it("is as it was until all is written, when the command is killed, and when the backend fails", async () => {
    await writeFile(join(folder, "old.csv"), "mine");
    let kill: () => void = () => undefined;
    const killing = await fakeBackend(backend.origin, (_request, _response, nth) => {
      if (nth === 3) kill();
      return nth >= 3;
    });
    const env = hosted({ origin: killing.origin, secretKey: backend.secretKey });
    const { child, done } = start([...argv("old.csv"), "--force"], env, folder);
    kill = () => void child.kill("SIGKILL");
    expect((await done).signal).toBe("SIGKILL");
    await killing.stop();
    expect(await readFile(join(folder, "old.csv"), "utf8")).toBe("mine");
    const failing = await fakeBackend(backend.origin, (_request, response, nth) => {
      if (nth === 3) response.writeHead(400, { "content-type": "application/json" }).end('{"message":"No more."}');
      return nth === 3;
    });
    const failed = await cli([...argv("failed.csv")], {
      env: hosted({ origin: failing.origin, secretKey: backend.secretKey }),
      folder,
    });
    await failing.stop();
    expect(failed).toMatchObject({ code: 1, err: expect.stringContaining("No more.") });
    expect((await readdir(folder)).filter((name) => name.startsWith("failed.csv"))).toEqual([]);
  });

  it("is where symlinks lead to, which stay", async () => {
    await mkdir(join(folder, "elsewhere"));
    await writeFile(join(folder, "elsewhere/old.csv"), "old");
    await symlink("elsewhere/old.csv", join(folder, "first"));
    await symlink("first", join(folder, "second"));
    expect(await exportTo("second")).toMatchObject({ code: 2, err: expect.stringContaining("second exists.") });
    expect(await exportTo("second", "--force")).toMatchObject({ code: 0 });
    expect(await lines("elsewhere/old.csv")).toBe(1501);
    expect((await lstat(join(folder, "second"))).isSymbolicLink()).toBe(true);
  });

  it.each([
    [".", 2, /^error: .+ is a folder\. Give the name of a file in it\.\n$/u],
    ["nowhere/", 2, /^error: .+ is a folder\. Give the name of a file in it\.\n$/u],
    ["none/a.csv", 1, /^error: .+a\.csv cannot be written: its folder does not exist\.\n$/u],
    ["plain/a.csv", 1, /^error: .+ cannot be written: its folder is a file\.\n$/u],
  ])("is no folder and in no file: %s", async (out, code, message) => {
    await writeFile(join(folder, "plain"), "");
    expect(await exportTo(out)).toEqual({ code, out: "", err: expect.stringMatching(message) });
  });

  it.skipIf(process.platform === "win32")("is a device, which stays what it is", async () => {
    expect(await exportTo("/dev/null")).toMatchObject({ code: 0, err: "" });
    expect((await stat("/dev/null")).isCharacterDevice()).toBe(true);
  });

  it.skipIf(!existsSync("/dev/full"))("is full, which is one line", async () => {
    expect(await exportTo("/dev/full")).toEqual({
      code: 1,
      out: "",
      err: "error: /dev/full cannot be written: the disk is full.\n",
    });
    const shell = await run("sh", ["-c", `"${process.execPath}" "${bin}" --help >/dev/full`]).catch(
      (error: unknown) => error,
    );
    expect(shell).toMatchObject({ code: 1, stderr: "error: stdout cannot be written: the disk is full.\n" });
  });

  it.skipIf(!canMount)("may be read-only, and a data folder, too", async () => {
    const disk = join(folder, "read-only");
    await mkdir(disk);
    const script = `mount -t tmpfs -o ro none "${disk}"
      "${process.execPath}" "${bin}" seed --data "${disk}/to/data" || echo "code $?"`;
    const { stdout, stderr } = await run("unshare", ["-rm", "sh", "-c", script]);
    expect(stderr).toMatch(/^error: The data folder .+read-only\/to\/data cannot be used: EROFS: /u);
    expect(stdout).toBe("code 4\n");
  });
});
