import { execFileSync } from "node:child_process";
import { chmod, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startStack } from "../../../server/embedded/stack/stack.ts";

/** Mounts a file system of this many megabytes; false where mounting is not allowed. */
function mounted(folder: string, megabytes: number): boolean {
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m`, "tmpfs", folder], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

describe("a disk too small for a database", () => {
  let parent = "";
  let small = false;
  beforeAll(async () => {
    parent = await mkdtemp(join(tmpdir(), "keelbook-disk-"));
    small = mounted(parent, 12);
    await chmod(parent, 0o755);
  });
  afterAll(async () => {
    if (small) execFileSync("umount", ["-l", parent]);
    await rm(parent, { recursive: true, force: true });
  });

  it("is reported in one line, and nothing unfinished is left", async ({ skip }) => {
    skip(!small, "a small file system can be mounted by root alone");
    const dataFolder = join(parent, "data");
    // With 20 MB, PostgreSQL fails at its first commit, and a panic follows from that.
    for (const megabytes of [12, 20]) {
      execFileSync("mount", ["-o", `remount,size=${megabytes}m`, parent]);
      await expect(startStack({ dataFolder, port: 0 })).rejects.toThrow(
        /^PostgreSQL could not set up [^\n]+No space left[^\n]+$/u,
      );
    }
    expect((await readdir(dataFolder)).sort()).toEqual(["keys.json"]);
    execFileSync("sh", ["-c", `cat /dev/zero > "${join(parent, "filler")}" || true`], { stdio: "ignore" });
    await rm(join(dataFolder, "keys.json"));
    execFileSync("sh", ["-c", `cat /dev/zero >> "${join(parent, "filler")}" || true`], { stdio: "ignore" });
    await expect(startStack({ dataFolder, port: 0 })).rejects.toThrow(/^[^\n]+ENOSPC[^\n]+$/u);
  });
});
