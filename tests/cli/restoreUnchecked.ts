import { createReadStream } from "node:fs";
import { readArchive } from "../../server/embedded/backup/archive.ts";
import { openBackup } from "../../server/embedded/backup/openBackup.ts";
import { replaceDatabase } from "../../server/embedded/backup/replaceDatabase.ts";

/** Restores a backup over the database of a data folder, without the check that the command ends with, most of its work. */
export function restoreUnchecked(file: string, dataFolder: string): ReturnType<typeof replaceDatabase> {
  const { signal } = new AbortController();
  return readArchive(
    createReadStream(file),
    async (entries) => replaceDatabase(dataFolder, new Date(), await openBackup(entries), { signal }),
    signal,
  );
}
