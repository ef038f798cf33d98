import { randomBytes } from "node:crypto";
import { type FileHandle, open, rename, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { codeOf } from "./caught.ts";

/** Errors of systems and disks that put no folder on the disk by itself. PostgreSQL passes over them, too. */
const passedOver: ReadonlySet<unknown> = new Set(["EACCES", "EBADF", "EINVAL", "EISDIR", "EPERM"]);

/**
 * Makes sure that the names in a folder are on the disk. A file's own `sync` covers its content, but not its name (fsync(2)).
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

/**
 * Writes or replaces a file (0600) atomically, even if the power fails or the disk is full; from then on it is on the disk.
 * @param text whole, or in parts
 * @param check is given the complete file under a temporary name; if it rejects, the file is not put in place
 * @throws the operating system's error, or what making a part throws; then the file is as it was, or complete.
 */
export async function writeWhole(
  file: string,
  text: string | AsyncIterable<string | Uint8Array>,
  check?: (unfinished: string) => Promise<void>,
): Promise<void> {
  const fresh = `${file}.new-${randomBytes(6).toString("hex")}`;
  try {
    const handle = await open(fresh, "wx", 0o600);
    await writeFile(handle, text)
      .then(() => handle.sync())
      .finally(() => handle.close());
    await check?.(fresh);
    await renameDurably(fresh, file);
  } catch (error) {
    // The first error is reported, not one that followed from it.
    await rm(fresh, { force: true }).catch(() => undefined);
    throw error;
  }
}
