import { link, open, rename, rm } from "node:fs/promises";

/**
 * Gives a file a name beside it, unless another process has taken the name meanwhile: unlike a rename, a link replaces
 * nothing. Where a disk has no links (exFAT, mounted cloud storage) an empty file takes the name first.
 * @throws the operating system's error, EEXIST when the name is taken.
 */
export async function giveName(file: string, name: string): Promise<void> {
  try {
    await link(file, name);
    await rm(file, { force: true });
  } catch {
    await open(name, "wx", 0o600).then((taken) => taken.close());
    await rename(file, name).catch(async (cause: unknown) => {
      await rm(name, { force: true });
      throw cause;
    });
  }
}
