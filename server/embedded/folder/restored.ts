import { mkdir, readdir, readFile, rename, rm, rmdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as v from "valibot";
import { asidePattern } from "./aside.ts";

/** What a database consists of in a data folder. */
const parts = ["postgres", "keys.json"] as const;

/** Folder of a restored and checked database that only has to be moved to its place. */
const whole = "restored";

/** File by which a folder is known to have been made by a restore. */
const marker = "made-by-restore";
const markerFile = v.object({
  /** Folder that the former database is moved to. */
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

/** Whether a data folder has a database, or one that only has to take its place. */
export const hasDatabase = async (dataFolder: string): Promise<boolean> =>
  (await exists(join(dataFolder, "postgres"))) || exists(join(dataFolder, whole));

/** Marks a folder as made by a restore. `aside` names where the database goes whose place it takes. */
export const markRestore = (folder: string, aside: string): Promise<void> =>
  writeFile(join(folder, marker), JSON.stringify({ aside }), { mode: 0o600 });

/** Whether a restore made this folder, and has not finished. */
export const isMarkedRestore = (folder: string): Promise<boolean> => exists(join(folder, marker));

/**
 * Removes a marked folder, its mark last: what could not be removed, as somebody writes there, is known the next time.
 * @throws what the operating system says.
 */
export async function removeMarked(folder: string): Promise<void> {
  for (const name of await readdir(folder)) if (name !== marker) await rm(join(folder, name), { recursive: true });
  await rm(folder, { recursive: true });
}

/** Has a marked folder with a whole, checked database take its place. The caller holds the lock of the data folder. */
export async function putInPlace(dataFolder: string, folder: string): Promise<void> {
  await rename(folder, join(dataFolder, whole));
  await finishRestore(dataFolder);
}

/**
 * Puts a restored database in its place, the one before it aside in `replaced-<time>`. Does nothing where none waits,
 * and continues where an earlier call was killed: every step moves one thing that is whole to a place that is free.
 * The caller holds the lock of the folder.
 */
export async function finishRestore(dataFolder: string): Promise<void> {
  const from = join(dataFolder, whole);
  if (!(await exists(from))) return;
  const { aside } = v.parse(markerFile, JSON.parse(await readFile(join(from, marker), "utf8")));
  for (const part of parts) {
    if (!(await exists(join(from, part)))) continue;
    if (await exists(join(dataFolder, part))) {
      await mkdir(join(dataFolder, aside), { recursive: true, mode: 0o700 });
      await rename(join(dataFolder, part), join(dataFolder, aside, part));
    }
    await rename(join(from, part), join(dataFolder, part));
  }
  await rm(join(from, marker));
  await rmdir(from);
}
