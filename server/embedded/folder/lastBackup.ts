import { stat, utimes } from "node:fs/promises";
import { join } from "node:path";
import { inDataFolder } from "../../lib/dataFolder.ts";
import { writeWhole } from "../../lib/writeWhole.ts";

/** The date of a file in a data folder; undefined if there is none. */
const dateOf = (dataFolder: string, name: string): Promise<Date | undefined> =>
  stat(join(dataFolder, name)).then(
    ({ mtime }) => mtime,
    () => undefined,
  );

/** When a data folder was last backed up; undefined if unknown. Other programs that make backups can touch the file, too. */
export const lastBackup = (dataFolder: string) => dateOf(dataFolder, inDataFolder.lastBackup);

/** When a backup of a data folder failed, if none was made since; otherwise undefined. */
export async function failedBackup(dataFolder: string): Promise<Date | undefined> {
  const [failed, made] = [await dateOf(dataFolder, inDataFolder.failedBackup), await lastBackup(dataFolder)];
  return failed && made && made > failed ? undefined : failed;
}

/** Notes when a data folder was backed up. @throws the operating system's error. */
export async function noteBackup(dataFolder: string, at: Date): Promise<void> {
  const file = join(dataFolder, inDataFolder.lastBackup);
  await writeWhole(file, "The date of this file is that of the last backup.\n");
  await utimes(file, at, at);
}

/** Notes that a backup of a data folder failed now. @throws the operating system's error. */
export const noteFailedBackup = (dataFolder: string): Promise<void> =>
  writeWhole(
    join(dataFolder, inDataFolder.failedBackup),
    "The date of this file is that of the last backup that failed.\n",
  );
