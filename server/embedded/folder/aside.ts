import { readdir } from "node:fs/promises";
import { resolve } from "node:path";
import { inDataFolder } from "../../lib/dataFolder.ts";

/** Name of the folder into which a restore moves the former database, from the time of the restore in UTC. */
export const asideName = (at: Date): string => `${inDataFolder.replaced}${at.toISOString().replace(/[:.]/gu, "-")}`;

/** Matches the names that `asideName` makes. */
export const asidePattern = new RegExp(
  String.raw`^${inDataFolder.replaced}(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z$`,
  "u",
);

/** A former database, and when a restore set it aside. */
export interface Aside {
  folder: string;
  since: Date;
}

/** Former databases of a data folder, oldest first. They stay until somebody deletes them, and hold the data of people erased since. */
export async function databasesAside(dataFolder: string): Promise<Aside[]> {
  const names = await readdir(dataFolder).catch(() => []);
  return names
    .filter((name) => asidePattern.test(name))
    .sort()
    .map((name) => ({
      folder: resolve(dataFolder, name),
      since: new Date(name.replace(asidePattern, "$1T$2:$3:$4.$5Z")),
    }));
}
