import { chmod, mkdtemp, readdir, rm } from "node:fs/promises";
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
