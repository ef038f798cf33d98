import { execFile, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, lstat, mkdir, readdir, readFile, realpath, rmdir, stat, symlink, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, describe, expect, it } from "vitest";
import { withClient } from "../../server/embedded/database/withClient.ts";
import { startBackend } from "../support/backend.ts";
import { eventually } from "../support/eventually.ts";
import { fakeBackend } from "./fakeBackend.ts";
import { bin, start } from "./processes.ts";
import { cli, hosted, scratchFolder } from "./terminal.ts";

const run = promisify(execFile);
const rows = 12_000;

/** Whether a small separate file system can be mounted here without affecting any other. */
const canMount = await run("unshare", ["-rm", "mount", "-t", "tmpfs", "none", "/mnt"]).then(
  () => true,
  () => false,
);

describe("what a command writes to", () => {
  let backend: Awaited<ReturnType<typeof startBackend>>;
  let folder: string;
  beforeAll(async () => {
    backend = await startBackend();
    const scratch = await scratchFolder();
    folder = await realpath(scratch.folder);
    await withClient(backend.databaseUrl, (client) =>
      client.query(
        `insert into waitlist (email) select 'person' || i || '@example.com' from generate_series(1, ${rows}) i`,
      ),
    );
    return async () => {
      await scratch.remove();
      await backend.stop();
    };
  });
  const exportTo = (out: string, ...argv: string[]) =>
    cli(["export", "waitlist", "--columns", "email", "--out", out, ...argv], { env: hosted(backend), folder });
  const lines = async (file: string) => (await readFile(file, "utf8")).split("\n").length - 1;
  const leftovers = async (out: string) => (await readdir(folder)).filter((name) => name.startsWith(`${out}.`));

  describe("is a file", () => {
    it("that is replaced only with --force if nobody can be asked", async () => {
      const file = join(folder, "there.csv");
      await writeFile(file, "mine");
      expect(await exportTo("there.csv")).toMatchObject({
        code: 2,
        err: `error: ${file} exists.\nGive another name, or --force to replace the file.\n`,
      });
      expect(await readFile(file, "utf8")).toBe("mine");
      expect(await exportTo("there.csv", "--force")).toMatchObject({ code: 0 });
      expect(await lines(file)).toBe(rows + 1);
    });

    it("that is written by us alone, where somebody else has put links in a shared folder", async () => {
      await writeFile(join(folder, "else"), "precious");
      const planted = ["", ".json", ".json.new", ".xlsx"].map((end) => join(folder, `planted.xlsx.partial${end}`));
      for (const link of planted) await symlink(join(folder, "else"), link);
      expect(await exportTo("planted.xlsx")).toMatchObject({ code: 0 });
      expect((await lstat(join(folder, "planted.xlsx"))).isFile()).toBe(true);
      expect(await readFile(join(folder, "else"), "utf8")).toBe("precious");
    });

    it("whose folder does not exist, which is refused", async () => {
      expect(await exportTo("nowhere/")).toMatchObject({
        code: 2,
        err: "error: nowhere/ names a folder. Give the name of a file in it.\n",
      });
      expect(await leftovers("nowhere")).toEqual([]);
    });

    it.each([
      ["y", 0],
      ["yes", 0],
      ["n", 1],
      ["", 1],
    ])("that is replaced when the answer on the terminal is yes: %j", async (answer, code) => {
      const file = join(folder, `asked-${answer}.csv`);
      await writeFile(file, "mine");
      const outcome = await cli(["export", "waitlist", "--out", file], { env: hosted(backend), answers: [answer] });
      expect(outcome.code).toBe(code);
      expect((await readFile(file, "utf8")) === "mine").toBe(code === 1);
    });

    it("that symlinks lead to, which stay", async () => {
      await mkdir(join(folder, "elsewhere"));
      await writeFile(join(folder, "elsewhere/old.csv"), "old");
      await symlink("elsewhere/old.csv", join(folder, "first"));
      await symlink("first", join(folder, "second"));
      await symlink("elsewhere/new.csv", join(folder, "dangling"));
      expect(await exportTo("second")).toMatchObject({ code: 2, err: expect.stringContaining("second exists.") });
      expect(await exportTo("second", "--force")).toMatchObject({ code: 0 });
      expect(await exportTo("dangling")).toMatchObject({ code: 0 });
      expect(
        await Promise.all(["elsewhere/old.csv", "elsewhere/new.csv"].map((file) => lines(join(folder, file)))),
      ).toEqual([rows + 1, rows + 1]);
      for (const link of ["first", "second", "dangling"])
        expect((await lstat(join(folder, link))).isSymbolicLink()).toBe(true);
    });

    it.each([
      ["a folder", ".", 2, /^error: .+ is a folder\. Give the name of a file in it\.\n$/u],
      [
        "a folder that is not there",
        "none/a.csv",
        1,
        /^error: .+a\.csv cannot be written: its folder does not exist\.\n$/u,
      ],
      ["a file as its folder", "plain/a.csv", 1, /^error: .+ cannot be written: its folder is a file\.\n$/u],
      ["a circle of symlinks", "circle", 1, /^error: .+ cannot be written: it is a symlink that leads to itself\.\n$/u],
    ])("and not %s", async (_, out, code, message) => {
      await writeFile(join(folder, "plain"), "");
      await symlink("circle", join(folder, "circle")).catch(() => undefined);
      const outcome = await exportTo(out);
      expect(outcome).toEqual({ code, out: "", err: expect.stringMatching(message) });
    });

    it.each([".partial", ".partial.json", ".partial.json.new"])(
      "that has its first rows beside it, else it says why and leaves nothing: a folder called %s",
      async (end) => {
        await mkdir(join(folder, `blocked.csv${end}`));
        const outcome = await exportTo("blocked.csv");
        const left = await leftovers("blocked.csv");
        await rmdir(join(folder, `blocked.csv${end}`));
        expect(outcome).toEqual({
          code: 1,
          out: "",
          err: `error: ${join(folder, "blocked.csv")} cannot be written: it is a folder.\n`,
        });
        expect(left).toEqual([`blocked.csv${end}`]);
      },
    );

    it("that is made of the rows beside it, else it says why and keeps those alone", async () => {
      const [out, rowsKept] = [join(folder, "made.xlsx"), ["made.xlsx.partial", "made.xlsx.partial.json"]];
      await mkdir(`${out}.partial.xlsx`);
      expect(await exportTo("made.xlsx")).toMatchObject({
        code: 1,
        err: expect.stringContaining(`error: ${out} cannot be written: it is a folder.\n12,000 rows are kept.`),
      });
      await rmdir(`${out}.partial.xlsx`);
      const spooled = await readFile(`${out}.partial`, "utf8");
      await writeFile(`${out}.partial`, spooled.replace("\n", "\t"));
      expect(await exportTo("made.xlsx", "--resume")).toMatchObject({
        code: 1,
        err: expect.stringContaining(`error: ${out}.partial is damaged; the export cannot be finished.\nStart afresh`),
      });
      expect(await leftovers("made.xlsx")).toEqual(rowsKept);
      await writeFile(`${out}.partial`, spooled);
      expect(await exportTo("made.xlsx", "--resume")).toMatchObject({ code: 0 });
      expect(await leftovers("made.xlsx")).toEqual([]);
    });

    it.skipIf(process.getuid?.() === 0)("that may be written, else it says so in one line", async () => {
      await mkdir(join(folder, "closed"), { mode: 0o500 });
      expect(await exportTo("closed/a.csv")).toMatchObject({
        code: 1,
        err: expect.stringMatching(/cannot be written: permission denied\.\n$/u),
      });
      await chmod(join(folder, "closed"), 0o700);
    });
  });

  describe.skipIf(process.platform === "win32")("is a device or a pipe", () => {
    it("that is written to and stays what it is", async () => {
      await symlink("/dev/null", join(folder, "null"));
      for (const out of ["/dev/null", "null"]) expect(await exportTo(out)).toMatchObject({ code: 0, err: "" });
      expect((await stat("/dev/null")).isCharacterDevice()).toBe(true);
      expect(await leftovers("null")).toEqual([]);
    });

    it("with a name, whose reader gets every row, even if it opens the pipe late", async () => {
      const pipe = join(folder, "pipe");
      await run("mkfifo", [pipe]);
      const written = exportTo("pipe");
      const { stdout } = await run("sh", ["-c", `sleep 0.3; cat '${pipe}'`], { maxBuffer: 10_000_000 });
      expect(await written).toMatchObject({ code: 0, err: "" });
      expect(stdout.split("\n")).toHaveLength(rows + 2);
      expect((await stat(pipe)).isFIFO()).toBe(true);
    });

    it("that nobody reads, until Ctrl-C", async () => {
      const pipe = join(folder, "unread");
      await run("mkfifo", [pipe]);
      const outcome = await cli(["export", "waitlist", "--out", pipe], {
        env: hosted(backend),
        signal: AbortSignal.timeout(200),
      });
      expect(outcome).toMatchObject({ code: 130, err: "error: Interrupted.\n" });
    });

    it.skipIf(!existsSync("/dev/full"))("that takes no more, which is one line", async () => {
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

    it.each([
      [["--resume"], "--resume continues a file; it cannot continue /dev/null, which is not a file."],
      [["--format", "xlsx"], "xlsx is written to a file, not to /dev/null, which is not a file."],
    ])("that cannot take %s", async (argv, message) => {
      expect(await exportTo("/dev/null", ...argv)).toMatchObject({ code: 2, err: `error: ${message}\n` });
    });
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

  it.skipIf(!canMount)("may fill its disk: one line, and --resume when there is room", async () => {
    const disk = join(folder, "disk");
    await mkdir(disk);
    const env = Object.entries(hosted(backend)).map(([name, value]) => `${name}=${value}`);
    const prelaunch = `"${process.execPath}" "${bin}" export waitlist --out "${disk}/full.csv"`;
    // With its source named, the remount does not repeat the present options, of which `uid` is invalid here unless root runs this.
    const script = `mount -t tmpfs -o size=1100k none "${disk}"
      ${prelaunch}; echo "code $?"; ls -A "${disk}"
      mount -o remount,size=9m none "${disk}"
      ${prelaunch} --resume; echo "code $?"; ls -A "${disk}"; wc -l < "${disk}/full.csv"`;
    const { stdout, stderr } = await run("unshare", ["-rm", "env", ...env, "sh", "-c", script]);
    expect(stderr).toMatch(
      /^error: .+full\.csv cannot be written: the disk is full\.\n10,000 rows are kept\. Make room, then continue with the same command and --resume\.\nContinuing after 10,000 rows\.\n12,000 rows in/u,
    );
    expect(stdout).toBe(`code 1\nfull.csv.partial\nfull.csv.partial.json\ncode 0\nfull.csv\n${rows + 1}\n`);
  });

  describe("by two exports at once", () => {
    /** An export that has claimed its file and waits for its first answer. */
    const waiting = async (out: string) => {
      let answer: () => void = () => undefined;
      const held = new Promise<void>((resolve) => (answer = resolve));
      const fake = await fakeBackend(backend.origin, async () => {
        await held;
        return false;
      });
      const argv = ["export", "waitlist", "--columns", "email", "--out", out];
      const { child, done } = start(argv, hosted({ origin: fake.origin, secretKey: backend.secretKey }), folder);
      await eventually("the first export is under way", async () => fake.seen.length > 0);
      return { child, done, answer, stop: fake.stop };
    };

    it("is whole: the second says who writes it, and since when", async () => {
      const first = await waiting("shared.csv");
      const second = await exportTo("shared.csv");
      expect(second.code).toBe(1);
      expect(second.err).toMatch(
        new RegExp(
          `^error: Another export is writing .+shared\\.csv \\(process ${first.child.pid} on ${hostname()}, since 20`,
          "u",
        ),
      );
      expect(second.err).toContain("Wait for it, or give another --out.");
      expect((await exportTo("shared.csv", "--resume")).code).toBe(1);
      first.answer();
      expect((await first.done).code).toBe(0);
      await first.stop();
      expect(await lines(join(folder, "shared.csv"))).toBe(rows + 1);
      expect(await leftovers("shared.csv")).toEqual([]);
    });

    it("is free again when the first was killed", async () => {
      const first = await waiting("killed.csv");
      first.child.kill("SIGKILL");
      await first.done;
      await first.stop();
      expect(await leftovers("killed.csv")).toContain("killed.csv.partial.lock");
      expect((await exportTo("killed.csv")).code).toBe(0);
      expect(await leftovers("killed.csv")).toEqual([]);
    });

    it.skipIf(process.platform !== "linux")(
      "is free when another process has the number of a dead one now",
      async () => {
        const stranger = spawn("sleep", ["30"]);
        const claim = {
          id: "x",
          pid: stranger.pid,
          begun: "another boot 1",
          host: hostname(),
          since: "2026-05-04T12:00:00.000Z",
        };
        await writeFile(join(folder, "reused.csv.partial.lock"), JSON.stringify(claim));
        expect((await exportTo("reused.csv")).code).toBe(0);
        stranger.kill();
      },
    );

    it("stays another machine's on a shared disk, with advice on how to free it", async () => {
      const claim = { id: "x", pid: 1, host: "other-machine", since: "2026-05-04T12:00:00.000Z" };
      const file = join(folder, "remote.csv.partial.lock");
      await writeFile(file, JSON.stringify(claim));
      expect(await exportTo("remote.csv")).toMatchObject({
        code: 1,
        err: expect.stringContaining(`process 1 on other-machine, since 2026-05-04T12:00:00.000Z`),
      });
      expect((await exportTo("remote.csv")).err).toContain(`rm '${file}'`);
    });

    it("goes to only one of many that find a dead claim at the same moment", async () => {
      await writeFile(join(folder, "rush.csv.partial.lock"), "{}");
      await run("touch", ["-d", "2020-01-01", join(folder, "rush.csv.partial.lock")]);
      const outcomes = await Promise.all(Array.from({ length: 8 }, () => exportTo("rush.csv", "--force")));
      for (const { code, err } of outcomes)
        expect([code, err]).toEqual([code, expect.stringMatching(/12,000 rows|Another export/u)]);
      expect(outcomes.some(({ code }) => code === 0)).toBe(true);
      expect(await lines(join(folder, "rush.csv"))).toBe(rows + 1);
      expect(await leftovers("rush.csv")).toEqual([]);
    });
  });
});
