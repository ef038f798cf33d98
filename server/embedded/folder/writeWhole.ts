import { randomBytes } from "node:crypto";
import { open, rename, rm } from "node:fs/promises";

/**
 * Writes or replaces a file (0600) atomically, even if the power fails or the disk is full.
 * @throws the operating system's error; then the file is as it was.
 */
export async function writeWhole(file: string, text: string): Promise<void> {
  const fresh = `${file}.new-${randomBytes(6).toString("hex")}`;
  try {
    const handle = await open(fresh, "wx", 0o600);
    await handle
      .writeFile(text)
      .then(() => handle.sync())
      .finally(() => handle.close());
    await rename(fresh, file);
  } catch (error) {
    // The error that ended the writing is reported, not one that followed from it.
    await rm(fresh, { force: true }).catch(() => undefined);
    throw error;
  }
}
