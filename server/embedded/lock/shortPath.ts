import { mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Longest path of a socket that every system allows, in bytes, with its file name (macOS: 104 with the final zero). */
const longestPath = 103 - "/0123456789abcdef.sock".length;

/** Calls `work` with a path to `folder` that is short enough for a socket, if necessary by a symbolic link. */
export async function withShortPath<T>(folder: string, work: (short: string) => Promise<T>): Promise<T> {
  if (Buffer.byteLength(folder) <= longestPath) return work(folder);
  const parent = await mkdtemp(join(tmpdir(), "keelbook-"));
  try {
    const link = join(parent, "lock");
    await symlink(folder, link);
    return await work(link);
  } finally {
    await rm(parent, { recursive: true, force: true });
  }
}
