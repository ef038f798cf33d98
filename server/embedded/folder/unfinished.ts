import { readdir, rmdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { NoDatabaseError, StackError } from "../errors/stackError.ts";
import { acquireLock } from "../lock/lock.ts";
import { stopLeftovers } from "../postgres/leftovers.ts";
import { refuseWithoutDatabase } from "./open.ts";
import { finishRestore, isMarkedRestore, removeMarked } from "./restored.ts";

/** A database that is being restored, by the process in its name. */
const unfinished = /^restoring-\d+$/u;

/** Folders whose names say that a database is being restored there, or was when its restore was killed. */
const namedSo = async (dataFolder: string): Promise<string[]> =>
  (await readdir(dataFolder)).filter((name) => unfinished.test(name)).map((name) => join(dataFolder, name));

/** Those that are proven to be. */
async function findUnfinished(dataFolder: string): Promise<string[]> {
  const folders: string[] = [];
  for (const folder of await namedSo(dataFolder)) if (await isMarkedRestore(folder)) folders.push(folder);
  return folders;
}

/**
 * Stops and removes what restores that were killed have left: half-loaded rows of people, of use to nobody. The caller
 * holds the lock of the folder, which a restore that lives would hold.
 * @throws StackError when its PostgreSQL does not stop, else what the operating system says.
 */
export async function removeUnfinished(dataFolder: string): Promise<void> {
  for (const folder of await namedSo(dataFolder)) {
    if (await isMarkedRestore(folder)) {
      await stopLeftovers(join(folder, "postgres"));
      await removeMarked(folder);
      // Killed before it marked its folder, which is empty then.
    } else await rmdir(folder).catch(() => undefined);
  }
}

/** Does what restores that were killed have left to do. The caller holds the lock of the folder, and starts its database next. */
export async function settleRestores(dataFolder: string): Promise<void> {
  await finishRestore(dataFolder);
  // It is in nobody's way: what cannot be removed keeps no site from starting, and the next restore says why.
  await removeUnfinished(dataFolder).catch(() => undefined);
}

/**
 * Refuses a data folder that holds no database, restored or waiting to take its place. What a first restore that was
 * killed has left there is removed before: nothing else might ever come by that does.
 * @throws NoDatabaseError, FolderInUseError while a restore works there, StackError where it cannot be removed
 */
export async function requireDatabase(path: string): Promise<void> {
  try {
    await refuseWithoutDatabase(path);
  } catch (refused) {
    const folder = resolve(path);
    const left = await findUnfinished(folder).catch(() => []);
    if (!(refused instanceof NoDatabaseError) || left.length === 0) throw refused;
    const lock = await acquireLock(folder);
    try {
      await removeUnfinished(folder);
    } catch (cause) {
      const why = cause instanceof Error ? cause.message.replace(/\.$/u, "") : String(cause);
      throw new StackError(
        `A restore that was ended left rows of people in ${left.join(", ")}, which cannot be removed: ${why}. Remove it by hand.`,
        { cause },
      );
    } finally {
      await lock.release();
    }
    throw new NoDatabaseError(
      `${refused.message} What a restore that was ended had loaded there was of no use and is removed.`,
      { cause: refused },
    );
  }
}
