import { type FileHandle, open, unlink } from "node:fs/promises";
import { ifMissing } from "../../../server/errors/caught.ts";

/**
 * Creates a file (0600) for writing, in place of whatever has its name: in a folder that others may write to, that could be a
 * link to another file, a pipe without a reader, or a file that its owner can read.
 * @throws the operating system's error.
 */
export async function openFresh(path: string): Promise<FileHandle> {
  await unlink(path).catch(ifMissing(undefined));
  return open(path, "wx", 0o600);
}
