import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { stopLeftovers } from "../postgres/leftovers.ts";
import { finishRestore, isMarkedRestore } from "./restored.ts";

/** A database that is being restored, by the process in its name. */
const unfinished = /^restoring-\d+$/u;

/**
 * Stops and removes what restores that were killed have left: half-loaded rows of people, of use to nobody. The caller
 * holds the lock of the folder, which a restore that lives would hold.
 * @throws StackError when its PostgreSQL does not stop, else what the operating system says.
 */
export async function removeUnfinished(dataFolder: string): Promise<void> {
  for (const name of await readdir(dataFolder)) {
    const folder = join(dataFolder, name);
    if (!unfinished.test(name) || !(await isMarkedRestore(folder))) continue;
    await stopLeftovers(join(folder, "postgres"));
    await rm(folder, { recursive: true });
  }
}

/** Does what restores that were killed have left to do. The caller holds the lock of the folder, and starts its database next. */
export async function settleRestores(dataFolder: string): Promise<void> {
  await finishRestore(dataFolder);
  // It is in nobody's way: what cannot be removed keeps no site from starting, and the next restore says why.
  await removeUnfinished(dataFolder).catch(() => undefined);
}
