import { createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

/** Puts a stream in a file that only this user can read, until `remove`; an abort leaves none. */
export async function spool(
  input: Readable,
  signal: AbortSignal,
): Promise<{ file: string; remove: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), "prelaunch-import-"));
  const remove = () => rm(folder, { recursive: true, force: true });
  const file = join(folder, "stdin");
  try {
    await pipeline(input, createWriteStream(file, { mode: 0o600 }), { signal });
    return { file, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}
