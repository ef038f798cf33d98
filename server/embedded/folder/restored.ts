import { mkdir, readdir, readFile, rename, rm, rmdir, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import * as v from "valibot";
import { ifMissing } from "../../lib/caught.ts";
import { inDataFolder } from "../../lib/dataFolder.ts";
import { flushFolder } from "../../lib/writeWhole.ts";
import { asidePattern } from "./aside.ts";

/** The parts of a database in a data folder. */
const parts = [inDataFolder.cluster, inDataFolder.keys];

/** File that marks a folder as made by a restore. */
const marker = "made-by-restore";
const markerFile = v.object({
  /** Folder to which the former database is moved. */
  aside: v.pipe(v.string(), v.regex(asidePattern)),
});

const exists = (path: string): Promise<boolean> => stat(path).then(() => true, ifMissing(false));

/** Whether a data folder has a database, or a restored one that only has to be moved to its place. */
export const hasDatabase = async (dataFolder: string): Promise<boolean> =>
  (await exists(join(dataFolder, inDataFolder.cluster))) || exists(join(dataFolder, inDataFolder.restored));

/**
 * Marks a folder as made by a restore; the mark is on the disk before the database takes its place, even if the power fails.
 * `aside` names the folder for the database that it replaces.
 */
export const markRestore = (folder: string, aside: string): Promise<void> =>
  writeFile(join(folder, marker), JSON.stringify({ aside }), { mode: 0o600, flush: true });

/** Whether this folder was made by a restore that has not finished. */
export const isMarkedRestore = (folder: string): Promise<boolean> => exists(join(folder, marker));

/** The folder to which the former database of a data folder is moved, by the mark of the one that replaces it. */
async function asideOf(dataFolder: string, folder: string): Promise<string> {
  const { aside } = v.parse(markerFile, JSON.parse(await readFile(join(folder, marker), "utf8")));
  return join(dataFolder, aside);
}

/**
 * Removes a marked folder, its mark last, so that whatever could not be removed is still recognised the next time.
 * @throws the operating system's error.
 */
export async function removeMarked(folder: string): Promise<void> {
  // Where the folder for the former database has been made, it is empty. A mark may be: the disk was full.
  await asideOf(dirname(folder), folder)
    .then(rmdir)
    .catch(() => undefined);
  for (const name of await readdir(folder)) if (name !== marker) await rm(join(folder, name), { recursive: true });
  await rm(folder, { recursive: true });
}

/**
 * Names a marked folder with a complete, verified database as the one that takes the place of the former: from then on
 * `finishRestore` of any process puts it there. The folder for the former database is made before, as the disk may be full.
 * The caller holds the data folder's lock.
 * @throws the operating system's error; then the folder has its former name.
 */
export async function offerRestored(dataFolder: string, folder: string): Promise<void> {
  const aside = await asideOf(dataFolder, folder);
  for (const part of parts) if (await exists(join(dataFolder, part))) await makeAside(aside);
  await rename(folder, join(dataFolder, inDataFolder.restored));
}

const makeAside = (aside: string) => mkdir(aside, { recursive: true, mode: 0o700 });

/**
 * Moves a restored database to its place, and the former one to `replaced-<time>`. Does nothing if none is waiting, and continues
 * where an earlier call was killed: each step moves one complete thing to a free place.
 * The caller holds the folder's lock.
 */
export async function finishRestore(dataFolder: string): Promise<void> {
  const from = join(dataFolder, inDataFolder.restored);
  if (!(await exists(from))) return;
  // The mark goes last: a folder without it has nothing left to be moved.
  if (await exists(join(from, marker))) {
    await moveParts(dataFolder, from);
    await rm(join(from, marker));
  }
  await rmdir(from);
}

async function moveParts(dataFolder: string, from: string): Promise<void> {
  const aside = await asideOf(dataFolder, from);
  for (const part of parts) {
    if (!(await exists(join(from, part)))) continue;
    if (await exists(join(dataFolder, part))) {
      await makeAside(aside);
      await rename(join(dataFolder, part), join(aside, part));
    }
    await rename(join(from, part), join(dataFolder, part));
  }
  // All of it is on the disk before the mark goes, by which it could be continued.
  for (const folder of [aside, dataFolder]) if (await exists(folder)) await flushFolder(folder);
}
