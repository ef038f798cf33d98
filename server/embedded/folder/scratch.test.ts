import { chmod, chown, mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { withScratchDatabase } from "./scratch.ts";

it("says that the temporary folder has no room, and leaves nothing in it", async () => {
  const folder = await mkdtemp(join(tmpdir(), "keelbook-scratch-"));
  // Under root PostgreSQL runs as another user, who has to get through.
  await chmod(folder, 0o711);
  vi.stubEnv("TMPDIR", folder);
  try {
    const full = new Error('could not write to file "pg_wal/xlogtemp.2546": No space left on device');
    await expect(withScratchDatabase(() => Promise.reject(full))).rejects.toMatchObject({
      name: "StackError",
      message: `There is no room in ${folder} for a database to try it on. Set TMPDIR to a folder with room for it.`,
      cause: full,
    });
    expect(await readdir(folder)).toEqual([]);
  } finally {
    vi.unstubAllEnvs();
    await rm(folder, { recursive: true });
  }
});

it("says that the temporary folder is missing, and that another is to be named", async () => {
  const folder = join(tmpdir(), "keelbook-scratch-missing");
  vi.stubEnv("TMPDIR", folder);
  try {
    await expect(withScratchDatabase(() => Promise.resolve())).rejects.toMatchObject({
      name: "StackError",
      message: expect.stringMatching(
        new RegExp(`^No database to try it on can be made in ${folder}: .+ Set TMPDIR to another folder\\.$`, "u"),
      ),
    });
  } finally {
    vi.unstubAllEnvs();
  }
});

it.runIf(process.platform === "linux")("leaves no folder where none can be locked", async () => {
  const parent = await mkdtemp(join(tmpdir(), "keelbook-scratch-"));
  // There is room in a path (4,095 bytes) for the name of a folder in it, but not for that of its lock's.
  const deep = join(parent, ...Array.from({ length: 19 }, () => "x".repeat(200)));
  const folder = join(deep, "x".repeat(4068 - deep.length - 1));
  await mkdir(folder, { recursive: true });
  vi.stubEnv("TMPDIR", folder);
  try {
    await expect(withScratchDatabase(() => Promise.resolve())).rejects.toThrow("Set TMPDIR to another folder.");
    expect(await readdir(folder)).toEqual([]);
  } finally {
    vi.unstubAllEnvs();
    await rm(parent, { recursive: true });
  }
});

it.runIf(process.getuid?.() === 0)("says that PostgreSQL's user cannot get through the temporary folder", async () => {
  const folder = await mkdtemp(join(tmpdir(), "keelbook-scratch-"));
  vi.stubEnv("TMPDIR", folder);
  try {
    await expect(withScratchDatabase(() => Promise.resolve())).rejects.toThrow(
      /who must be able to reach this folder: name another with TMPDIR/u,
    );
    expect(await readdir(folder)).toEqual([]);
  } finally {
    vi.unstubAllEnvs();
    await rm(folder, { recursive: true });
  }
});

// Only root can make files of other users.
it.runIf(process.getuid?.() === 0)("leaves alone what somebody else has in the temporary folder", async () => {
  const folder = await mkdtemp(join(tmpdir(), "keelbook-scratch-"));
  const theirs = join(folder, "prelaunch-scratch-theirs");
  await mkdir(join(theirs, "postgres"), { recursive: true });
  await chown(theirs, 65_534, 65_534);
  vi.stubEnv("TMPDIR", folder);
  try {
    // Nor is a database made there, as PostgreSQL's user cannot get through, which saves time.
    await expect(withScratchDatabase(() => Promise.resolve())).rejects.toThrow("TMPDIR");
    expect(await readdir(folder)).toEqual(["prelaunch-scratch-theirs"]);
  } finally {
    vi.unstubAllEnvs();
    await rm(folder, { recursive: true });
  }
});
