import { execFileSync } from "node:child_process";
import { chmod, constants, lstat, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { beforeEach, describe, expect, it } from "vitest";
import { openRejects } from "./rejects.ts";

describe("rejected lines", () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "keelbook-rejects-"));
    return () => rm(folder, { recursive: true });
  });
  const opened = (name = "rejects.csv", told: string[] = [], named = false) =>
    openRejects({
      file: join(folder, name),
      source: undefined,
      named,
      header: ["email"],
      delimiter: ",",
      mark: false,
      now: new Date(),
      tell: (line) => told.push(line),
    });

  it("are those of one import at a time", async () => {
    const first = await opened();
    await first.add(2, "x", ["nobody"]);
    await expect(opened()).rejects.toMatchObject({
      code: "failed",
      message: expect.stringMatching(/^Another import is writing .+rejects\.csv \(process \d+ on /u),
    });
    const other = await opened("other.csv");
    await other.leave();
    await first.finish();
    expect(await readFile(join(folder, "rejects.csv"), "utf8")).toBe(
      "rejected line,rejection reason,email\n2,x,nobody\n",
    );
    const next = await opened();
    await next.finish();
    expect(await readdir(folder)).toEqual([]);
  });

  it.skipIf(process.platform === "win32").each([
    ["a link", (planted: string) => symlink(join(folder, "else"), planted)],
    ["a file that all can read", (planted: string) => writeFile(planted, "").then(() => chmod(planted, 0o666))],
    ["a pipe", async (planted: string) => void execFileSync("mkfifo", [planted])],
  ])("are written by us alone, where somebody else has put %s in a shared folder", async (_, plant) => {
    await writeFile(join(folder, "else"), "precious");
    await plant(join(folder, "rejects.csv.partial"));
    const rejects = await opened();
    const added = rejects.add(2, "x", ["nobody"]).then(() => "written");
    expect(await Promise.race([added, sleep(3000, "waits")])).toBe("written");
    await rejects.finish();
    const { mode } = await lstat(join(folder, "rejects.csv"));
    expect(mode).toBe(constants.S_IFREG | 0o600);
    expect(await readFile(join(folder, "else"), "utf8")).toBe("precious");
  });

  it.skipIf(process.platform === "win32")("do not wait for a pipe that has a name, and refuse it", async () => {
    const pipe = join(folder, "pipe");
    execFileSync("mkfifo", [pipe]);
    let waited = false;
    // A writer releases a reader that waits in the kernel, so that the test's process can end.
    const writer = setTimeout(() => {
      waited = true;
      void writeFile(pipe, "", { flag: constants.O_WRONLY | constants.O_NONBLOCK }).catch(() => undefined);
    }, 10_000);
    await expect(opened("pipe")).rejects.toMatchObject({
      code: "usage",
      message: `${pipe} exists already, and holds something other than rejected lines.`,
    });
    clearTimeout(writer);
    expect(waited).toBe(false);
  });

  it.each([
    ["its folder does not exist", join("missing", "rejects.csv")],
    ["its folder is a file", join("taken", "rejects.csv")],
    ["its name is too long", "long".repeat(61)],
    ["its name is too long", "long".repeat(64)],
  ])("are told where there can be no file: %s", async (why, name) => {
    await writeFile(join(folder, "taken"), "");
    const told: string[] = [];
    const rejects = await opened(name, told);
    await rejects.add(2, "x", ["nobody"]);
    await rejects.finish();
    const file = join(folder, name);
    expect(told).toEqual([`${file} cannot be written: ${why}. The reasons:`, "  line 2: x"]);
  });

  it("end the import where the file that was named cannot be begun", async () => {
    await mkdir(join(folder, "rejects.csv.partial"));
    const told: string[] = [];
    const rejects = await opened("rejects.csv", told, true);
    await expect(rejects.add(2, "x", ["nobody"])).rejects.toMatchObject({
      code: "failed",
      message: `${join(folder, "rejects.csv")} cannot be written: it is a folder.`,
    });
    expect(await rejects.leave()).toBeUndefined();
    expect(told).toEqual([]);
    expect(await readdir(folder)).toEqual(["rejects.csv.partial"]);
  });

  it("stay in their unfinished file where their name has been taken meanwhile", async () => {
    const rejects = await opened();
    await rejects.add(2, "x", ["nobody"]);
    await mkdir(join(folder, "rejects.csv"));
    await expect(rejects.finish()).rejects.toMatchObject({
      code: "failed",
      message: `${join(folder, "rejects.csv")} cannot be written: it is a folder.`,
    });
    expect(await readdir(folder)).toEqual(["rejects.csv", "rejects.csv.partial"]);
    expect(await readFile(join(folder, "rejects.csv.partial"), "utf8")).toContain("\n2,x,nobody\n");
  });

  it("that do not exist fail nothing, even if their unfinished file could not be replaced", async () => {
    await mkdir(join(folder, "rejects.csv.partial"));
    await (await opened()).finish();
    expect(await readdir(folder)).toEqual(["rejects.csv.partial"]);
  });
});
