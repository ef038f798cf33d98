import { mkdir } from "node:fs/promises";
import { isMissing, messageOf } from "../../server/lib/caught.ts";
import { SettingsError } from "../../server/settings/read.ts";

/**
 * Makes a folder for what a build writes, and its parents, where they are missing.
 * @throws SettingsError where it cannot be made, as by a user who does not own the project's folder.
 */
export async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true }).catch((error: unknown) => {
      if (!isMissing(error)) throw error;
      // What `recursive` reports on a read-only disk; without it the reason is told.
      return mkdir(folder);
    });
  } catch (cause) {
    throw new SettingsError(`The build cannot write its files: ${messageOf(cause)}`, { cause });
  }
}
