import { lstat, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { StackError } from "../errors/stackError.ts";
import { startCluster } from "../postgres/cluster.ts";
import { stopLeftovers } from "../postgres/leftovers.ts";
import { postgresOwner } from "../postgres/programs.ts";
import { messageOf } from "../../lib/caught.ts";
import { takeFolder } from "./hold.ts";
import { clusterFolder } from "./open.ts";
import { isDiskFull } from "./diskSpace.ts";

const prefix = "prelaunch-scratch-";

/**
 * Stops and removes what killed processes have left: half-loaded rows of people. As the temporary folder is shared, only folders
 * of our own user (or, as root, of PostgreSQL's) that no living process has.
 */
async function removeAbandoned(): Promise<void> {
  const own = [process.getuid?.(), (await postgresOwner())?.uid];
  const names = (await readdir(tmpdir())).filter((name) => name.startsWith(prefix));
  // Folders that are in use or cannot be removed do not prevent a new database.
  for (const name of names) await removeIfAbandoned(join(tmpdir(), name), own).catch(() => undefined);
}

async function removeIfAbandoned(folder: string, own: readonly (number | undefined)[]): Promise<void> {
  const found = await lstat(folder);
  if (!found.isDirectory() || !own.includes(found.uid)) return;
  await takeFolder(folder);
  await stopLeftovers(clusterFolder(folder));
  await rm(folder, { recursive: true });
}

/**
 * Runs `work` on an empty PostgreSQL in the temporary folder (TMPDIR) and removes it afterwards, together with those of killed
 * processes.
 * @throws StackError if the folder is unusable or full or PostgreSQL does not start, and whatever `work` throws.
 */
export async function withScratchDatabase<T>(work: (databaseUrl: string) => Promise<T>): Promise<T> {
  await removeAbandoned();
  const folder = await mkdtemp(join(tmpdir(), prefix)).catch((cause: unknown) => {
    throw new StackError(
      `No database to try it on can be made in ${tmpdir()}: ${messageOf(cause)}. Set TMPDIR to another folder.`,
      { cause },
    );
  });
  try {
    await takeFolder(folder, { command: true });
    const password = "thrown-away-with-the-cluster";
    const cluster = await startCluster({ folder: clusterFolder(folder), password, durable: false });
    return await work(cluster.url("postgres")).finally(cluster.stop);
  } catch (cause) {
    if (!(await isDiskFull(folder, cause))) throw cause;
    throw new StackError(
      `There is no room in ${tmpdir()} for a database to try it on. Set TMPDIR to a folder with room for it.`,
      { cause },
    );
  } finally {
    await rm(folder, { recursive: true });
  }
}
