import { type FileHandle, open, rename } from "node:fs/promises";
import { dirname } from "node:path";
import { codeOf } from "../lib/caught.ts";

/**
 * Errors of folders that we may write to but not read (EACCES), and of systems and disks that put no folder on the disk by itself,
 * which only they could do anything about (EPERM is Windows's). PostgreSQL passes over them, too.
 */
const passedOver: ReadonlySet<unknown> = new Set(["EACCES", "EBADF", "EINVAL", "EISDIR", "EPERM"]);

/**
 * Puts the names in a folder on the disk: of a file that was written, linked or renamed, only the content is there before (fsync(2)).
 * @throws the operating system's error, such as that of a broken disk.
 */
export async function flushFolder(folder: string): Promise<void> {
  let handle: FileHandle | undefined;
  try {
    handle = await open(folder, "r");
    await handle.sync();
  } catch (error) {
    if (!passedOver.has(codeOf(error))) throw error;
  } finally {
    await handle?.close();
  }
}

/** Renames a file or folder so that not even a power cut takes that back. @throws the operating system's error. */
export async function renameDurably(from: string, to: string): Promise<void> {
  await rename(from, to);
  await flushFolder(dirname(to));
}
