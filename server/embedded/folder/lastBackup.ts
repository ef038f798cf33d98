import { stat, utimes } from "node:fs/promises";
import { join } from "node:path";
import { inDataFolder } from "../../lib/dataFolder.ts";
import { writeWhole } from "../../lib/writeWhole.ts";

/** The file whose date is that of the last backup of a data folder; also other programs that make backups can touch it. */
const lastBackupFile = (dataFolder: string): string => join(dataFolder, inDataFolder.lastBackup);

/** When a data folder was last backed up; undefined if unknown. */
export const lastBackup = (dataFolder: string): Promise<Date | undefined> =>
  stat(lastBackupFile(dataFolder)).then(
    ({ mtime }) => mtime,
    () => undefined,
  );

/** Notes when a data folder was backed up. @throws the operating system's error. */
export async function noteBackup(dataFolder: string, at: Date): Promise<void> {
  const file = lastBackupFile(dataFolder);
  await writeWhole(file, "The date of this file is that of the last backup.\n");
  await utimes(file, at, at);
}
