import { mkdir, readdir, rename, rm, rmdir, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { ifMissing } from "../../lib/caught.ts";
import { inDataFolder } from "../../lib/dataFolder.ts";
import { flushFolder, renameDurably } from "../../lib/writeWhole.ts";
import { stopLeftovers } from "../postgres/leftovers.ts";
import { clusterFolder } from "./open.ts";

const parts = [inDataFolder.cluster, inDataFolder.keys];

/** Name of the folder into which a restore moves the former database, from the time of the restore in UTC. */
export const asideName = (at: Date): string => `${inDataFolder.replaced}${at.toISOString().replace(/[:.]/gu, "-")}`;

const asidePattern = new RegExp(
  String.raw`^${inDataFolder.replaced}(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z$`,
  "u",
);

/** A former database, and when a restore set it aside. */
interface Aside {
  folder: string;
  since: Date;
}

const namesIn = (folder: string): Promise<string[]> => readdir(folder).catch(ifMissing([]));

/** Former databases of a data folder, oldest first. They stay until somebody deletes them, and hold the data of people erased since. */
export async function databasesAside(dataFolder: string): Promise<Aside[]> {
  const names = (await namesIn(dataFolder)).filter((name) => asidePattern.test(name)).sort();
  return names.map((name) => ({
    folder: resolve(dataFolder, name),
    since: new Date(name.replace(asidePattern, "$1T$2:$3:$4.$5Z")),
  }));
}

export const hasDatabase = (dataFolder: string): Promise<boolean> =>
  stat(join(dataFolder, inDataFolder.cluster)).then(() => true, ifMissing(false));

/**
 * Names the complete, verified database in `restoring` as the one that takes the place of the former, which goes to the folder `aside`,
 * if there is one. From then on `finishRestore` of any process puts it there.
 */
export async function offerRestored(dataFolder: string, aside: string | undefined): Promise<void> {
  const restoring = join(dataFolder, inDataFolder.restoring);
  if (aside !== undefined) await mkdir(join(restoring, aside), { mode: 0o700 });
  await flushFolder(restoring);
  await renameDurably(restoring, join(dataFolder, inDataFolder.restored));
}

/**
 * Moves a restored database to its place, and the former one aside. Does nothing if none is waiting, and continues where an earlier
 * call was killed: each step moves one complete thing to a free place. The caller has the folder.
 */
export async function finishRestore(dataFolder: string): Promise<void> {
  const from = join(dataFolder, inDataFolder.restored);
  const names = await readdir(from).catch(ifMissing(undefined));
  if (!names) return;
  const aside = names.find((name) => asidePattern.test(name));
  for (const part of parts.filter((name) => names.includes(name))) {
    if (aside !== undefined) await rename(join(dataFolder, part), join(from, aside, part)).catch(ifMissing(undefined));
    await rename(join(from, part), join(dataFolder, part));
  }
  if (aside !== undefined) await rename(join(from, aside), join(dataFolder, aside));
  await flushFolder(dataFolder);
  await rmdir(from);
}

/**
 * Finishes what killed restores have left undone, and removes what they had not completed: half-loaded rows of people. The caller has
 * the folder, in which nobody else can be restoring then.
 * @throws StackError if their PostgreSQL does not stop, otherwise the operating system's error.
 */
export async function settleRestores(dataFolder: string): Promise<void> {
  await finishRestore(dataFolder);
  const restoring = join(dataFolder, inDataFolder.restoring);
  await stopLeftovers(clusterFolder(restoring));
  await rm(restoring, { recursive: true, force: true });
}
