import { readdir, rmdir } from "node:fs/promises";
import { join } from "node:path";
import { inDataFolder } from "../../lib/dataFolder.ts";
import { stopLeftovers } from "../postgres/leftovers.ts";
import { clusterFolder } from "./open.ts";
import { finishRestore, isMarkedRestore, removeMarked } from "./restored.ts";

/** The folder of a database that is being restored, whose name ends in the process id. */
export const restoringFolder = (dataFolder: string): string =>
  join(dataFolder, `${inDataFolder.restoring}${process.pid}`);

const unfinished = new RegExp(String.raw`^${inDataFolder.restoring}\d+$`, "u");

/**
 * Stops and removes what killed restores have left: half-loaded rows of people. The caller has the data folder, which a running
 * restore would have.
 * @throws StackError if their PostgreSQL does not stop, otherwise the operating system's error.
 */
export async function removeUnfinished(dataFolder: string): Promise<void> {
  const names = (await readdir(dataFolder)).filter((name) => unfinished.test(name));
  for (const folder of names.map((name) => join(dataFolder, name))) {
    if (!(await isMarkedRestore(folder))) {
      // Killed before it marked its folder, which is therefore empty.
      await rmdir(folder).catch(() => undefined);
      continue;
    }
    await stopLeftovers(clusterFolder(folder));
    await removeMarked(folder);
  }
}

/** Finishes what killed restores have left undone. The caller has the data folder, and starts its database next. */
export async function settleRestores(dataFolder: string): Promise<void> {
  await finishRestore(dataFolder);
  // Leftovers that cannot be removed do not keep the site from starting; the next restore says why.
  await removeUnfinished(dataFolder).catch(() => undefined);
}
