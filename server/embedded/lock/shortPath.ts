import { constants, mkdtemp, open, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Longest path of a socket that every system allows, in bytes, with its file name (macOS: 104 with the final zero). */
const longestPath = 103 - "/0123456789abcdef.sock".length;

/** A path to a folder that is short enough for a socket in it. */
export interface ShortPath {
  path: string;
  /** Ends its use; it may be called again. */
  release(): Promise<void>;
}

/**
 * Makes a path to a folder that is short enough for a socket: where its own is not, the one that Linux has for an open folder, and
 * elsewhere a symbolic link in the temporary folder. Both lead to the folder until `release`, the first even if it is renamed.
 */
export async function shortPath(folder: string): Promise<ShortPath> {
  if (Buffer.byteLength(folder) <= longestPath) return { path: folder, release: async () => undefined };
  if (process.platform === "linux") {
    const handle = await open(folder, constants.O_RDONLY | constants.O_DIRECTORY);
    return { path: `/proc/self/fd/${handle.fd}`, release: () => handle.close() };
  }
  const parent = await mkdtemp(join(tmpdir(), "keelbook-"));
  const release = () => rm(parent, { recursive: true, force: true });
  const path = join(parent, "folder");
  await symlink(folder, path).catch((error: unknown) => release().then(() => Promise.reject(error)));
  return { path, release };
}

/** Calls `work` with a path to `folder` that is short enough for a socket. */
export async function withShortPath<T>(folder: string, work: (short: string) => Promise<T>): Promise<T> {
  const { path, release } = await shortPath(folder);
  return work(path).finally(release);
}
