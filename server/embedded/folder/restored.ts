import { mkdir, readdir, readFile, rename, rm, rmdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as v from "valibot";
import { asidePattern } from "./aside.ts";

/** The parts of a database in a data folder. */
const parts = ["postgres", "keys.json"] as const;

/** Folder of a restored and verified database that only has to be moved to its place. */
const whole = "restored";

/** File that marks a folder as made by a restore. */
const marker = "made-by-restore";
const markerFile = v.object({
  /** Folder to which the former database is moved. */
  aside: v.pipe(v.string(), v.regex(asidePattern)),
});

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return false;
      throw error;
    },
  );

/** Whether a data folder has a database, or a restored one that only has to be moved to its place. */
export const hasDatabase = async (dataFolder: string): Promise<boolean> =>
  (await exists(join(dataFolder, "postgres"))) || exists(join(dataFolder, whole));

/**
 * Marks a folder as made by a restore; the mark is on the disk before the database takes its place, even if the power fails.
 * `aside` names the folder for the database that it replaces.
 */
export const markRestore = (folder: string, aside: string): Promise<void> =>
  writeFile(join(folder, marker), JSON.stringify({ aside }), { mode: 0o600, flush: true });

/** Whether this folder was made by a restore that has not finished. */
export const isMarkedRestore = (folder: string): Promise<boolean> => exists(join(folder, marker));

/**
 * Removes a marked folder, its mark last, so that whatever could not be removed is still recognised the next time.
 * @throws the operating system's error.
 */
export async function removeMarked(folder: string): Promise<void> {
  for (const name of await readdir(folder)) if (name !== marker) await rm(join(folder, name), { recursive: true });
  await rm(folder, { recursive: true });
}

/** Lets a marked folder with a complete, verified database take its place. The caller holds the data folder's lock. */
export async function putInPlace(dataFolder: string, folder: string): Promise<void> {
  await rename(folder, join(dataFolder, whole));
  await finishRestore(dataFolder);
}

/**
 * Moves a restored database to its place, and the former one to `replaced-<time>`. Does nothing if none is waiting, and continues
 * where an earlier call was killed: each step moves one complete thing to a free place.
 * The caller holds the folder's lock.
 */
export async function finishRestore(dataFolder: string): Promise<void> {
  const from = join(dataFolder, whole);
  if (!(await exists(from))) return;
  // The mark goes last: a folder without it has nothing left to be moved.
  if (await exists(join(from, marker))) {
    await moveParts(dataFolder, from);
    await rm(join(from, marker));
  }
  await rmdir(from);
}

async function moveParts(dataFolder: string, from: string): Promise<void> {
  const { aside } = v.parse(markerFile, JSON.parse(await readFile(join(from, marker), "utf8")));
  for (const part of parts) {
    if (!(await exists(join(from, part)))) continue;
    if (await exists(join(dataFolder, part))) {
      await mkdir(join(dataFolder, aside), { recursive: true, mode: 0o700 });
      await rename(join(dataFolder, part), join(dataFolder, aside, part));
    }
    await rename(join(from, part), join(dataFolder, part));
  }
}
