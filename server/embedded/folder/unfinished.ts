import { readdir, rmdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { messageOf } from "../../lib/caught.ts";
import { inDataFolder } from "../../files/dataFolder.ts";
import { NoDatabaseError, StackError } from "../errors/stackError.ts";
import { acquireLock } from "../lock/lock.ts";
import { stopLeftovers } from "../postgres/leftovers.ts";
import { clusterFolder, refuseWithoutDatabase } from "./open.ts";
import { finishRestore, isMarkedRestore, removeMarked } from "./restored.ts";

/** The folder of a database that is being restored, whose name ends in the process id. */
export const restoringFolder = (dataFolder: string): string =>
  join(dataFolder, `${inDataFolder.restoring}${process.pid}`);

const unfinished = new RegExp(String.raw`^${inDataFolder.restoring}\d+$`, "u");

/** Folders whose names belong to a restore that is running or was killed. */
const namedSo = async (dataFolder: string): Promise<string[]> =>
  (await readdir(dataFolder)).filter((name) => unfinished.test(name)).map((name) => join(dataFolder, name));

/** Those of them with the mark of a restore. */
async function findUnfinished(dataFolder: string): Promise<string[]> {
  const folders: string[] = [];
  for (const folder of await namedSo(dataFolder)) if (await isMarkedRestore(folder)) folders.push(folder);
  return folders;
}

/**
 * Stops and removes what killed restores have left: half-loaded rows of people. The caller holds the folder's lock, which a
 * running restore would hold.
 * @throws StackError if their PostgreSQL does not stop, otherwise the operating system's error.
 */
export async function removeUnfinished(dataFolder: string): Promise<void> {
  for (const folder of await namedSo(dataFolder)) {
    if (!(await isMarkedRestore(folder))) {
      // Killed before it marked its folder, which is therefore empty.
      await rmdir(folder).catch(() => undefined);
      continue;
    }
    await stopLeftovers(clusterFolder(folder));
    await removeMarked(folder);
  }
}

/** Finishes what killed restores have left undone. The caller holds the folder's lock, and starts its database next. */
export async function settleRestores(dataFolder: string): Promise<void> {
  await finishRestore(dataFolder);
  // Leftovers that cannot be removed do not keep the site from starting; the next restore says why.
  await removeUnfinished(dataFolder).catch(() => undefined);
}

/** Removes what killed restores have `left`. @throws FolderInUseError during a restore, StackError naming what stays */
async function removeOrName(folder: string, left: readonly string[]): Promise<void> {
  const lock = await acquireLock(folder, { ends: true });
  try {
    await removeUnfinished(folder);
  } catch (cause) {
    const why = messageOf(cause).replace(/\.$/u, "");
    throw new StackError(
      `A restore that was ended left rows of people in ${left.join(", ")}, which cannot be removed: ${why}. Remove it by hand.`,
      { cause },
    );
  } finally {
    await lock.release();
  }
}

/**
 * Refuses a data folder without a database (a restored one that has yet to be moved to its place counts). Before that it removes
 * what a killed first restore has left, as nothing else might ever do so.
 * @throws NoDatabaseError, FolderInUseError during a restore, StackError if leftovers cannot be removed
 */
export async function requireDatabase(path: string): Promise<void> {
  try {
    await refuseWithoutDatabase(path);
  } catch (refused) {
    const folder = resolve(path);
    const left = await findUnfinished(folder).catch(() => []);
    if (!(refused instanceof NoDatabaseError) || left.length === 0) throw refused;
    await removeOrName(folder, left);
    throw new NoDatabaseError(
      `${refused.message} What a restore that was ended had loaded there was of no use and is removed.`,
      { cause: refused },
    );
  }
}
