import { randomBytes } from "node:crypto";
import { open, rm } from "node:fs/promises";
import { renameDurably } from "./durable.ts";

/**
 * Writes or replaces a file (0600) atomically, even if the power fails or the disk is full; from then on it is on the disk.
 * @throws the operating system's error; then the file is as it was, or complete.
 */
export async function writeWhole(file: string, text: string): Promise<void> {
  const fresh = `${file}.new-${randomBytes(6).toString("hex")}`;
  try {
    const handle = await open(fresh, "wx", 0o600);
    await handle
      .writeFile(text)
      .then(() => handle.sync())
      .finally(() => handle.close());
    await renameDurably(fresh, file);
  } catch (error) {
    // The error that ended the writing is reported, not one that followed from it.
    await rm(fresh, { force: true }).catch(() => undefined);
    throw error;
  }
}
