import { randomBytes } from "node:crypto";
import { open, rm, writeFile } from "node:fs/promises";
import { renameDurably } from "./durable.ts";

/**
 * Writes or replaces a file (0600) atomically, even if the power fails or the disk is full; from then on it is on the disk.
 * @param text whole, or in parts
 * @param check is given the complete file before it gets its name, which it does not if this rejects
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
    // The error that ended the writing is reported, not one that followed from it.
    await rm(fresh, { force: true }).catch(() => undefined);
    throw error;
  }
}
