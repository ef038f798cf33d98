import { lstat, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { StackError } from "../errors/stackError.ts";
import { acquireLock, type Lock } from "../lock/lock.ts";
import { startCluster } from "../postgres/cluster.ts";
import { stopLeftovers } from "../postgres/leftovers.ts";
import { postgresOwner } from "../postgres/owner.ts";
import { clusterFolder, openDataFolder } from "./open.ts";
import { hasNoRoom } from "./room.ts";
import { messageOf } from "../../lib/caught.ts";
import { inDataFolder } from "../../files/dataFolder.ts";

const prefix = "prelaunch-scratch-";

/** Names that initdb creates, complete or not (postgres/initialise.ts). */
const isOfDatabase = (name: string): boolean => name.startsWith(inDataFolder.cluster);

/** Removes a held folder, the database first: without one, other processes leave it alone while its lock is being removed. */
async function throwAway(folder: string, lock: Lock): Promise<void> {
  try {
    for (const name of (await readdir(folder)).filter(isOfDatabase)) await rm(join(folder, name), { recursive: true });
  } finally {
    await lock.release();
  }
  await rm(folder, { recursive: true });
}

/** Age in ms above which a folder without a database is no longer being created, which takes some hundredths of a second. */
const neverMade = 60 * 60 * 1000;

async function removeIfAbandoned(folder: string, own: readonly (number | undefined)[]): Promise<void> {
  const found = await lstat(folder);
  if (!found.isDirectory() || !own.includes(found.uid)) return;
  if (!(await readdir(folder)).some(isOfDatabase) && Date.now() - found.mtimeMs < neverMade) return;
  const lock = await acquireLock(folder);
  await stopLeftovers(clusterFolder(folder));
  await throwAway(folder, lock);
}

/**
 * Stops and removes what killed processes have left: half-loaded rows of people. As the temporary folder is shared, only folders
 * of our own user (or, as root, of PostgreSQL's) whose lock nobody holds.
 */
async function removeAbandoned(): Promise<void> {
  const own = [process.getuid?.(), (await postgresOwner())?.uid];
  const names = await readdir(tmpdir()).catch(() => []);
  for (const name of names.filter((one) => one.startsWith(prefix)))
    // Leftovers that are held or cannot be removed do not prevent a new database.
    await removeIfAbandoned(join(tmpdir(), name), own).catch(() => undefined);
}

/** Creates and locks a folder for a database; if that fails, no folder is left. */
async function makeHeld(): Promise<{ folder: string; lock: Lock }> {
  let made: string | undefined;
  try {
    made = await mkdtemp(join(tmpdir(), prefix));
    const folder = await openDataFolder(made);
    return { folder, lock: await acquireLock(folder) };
  } catch (cause) {
    if (made !== undefined) await rm(made, { recursive: true, force: true });
    const why = messageOf(cause);
    throw new StackError(`No database to try it on can be made in ${tmpdir()}: ${why}. Set TMPDIR to another folder.`, {
      cause,
    });
  }
}

/**
 * Runs `work` on an empty PostgreSQL in the temporary folder (TMPDIR) and removes it afterwards, together with those of killed
 * processes.
 * @throws StackError if the folder is unusable or full or PostgreSQL does not start, and whatever `work` throws.
 */
export async function withScratchDatabase<T>(work: (databaseUrl: string) => Promise<T>): Promise<T> {
  await removeAbandoned();
  const { folder, lock } = await makeHeld();
  try {
    const cluster = await startCluster({
      folder: clusterFolder(folder),
      password: "thrown-away-with-the-cluster",
      durable: false,
    });
    return await work(cluster.url("postgres")).finally(cluster.stop);
  } catch (cause) {
    if (!(await hasNoRoom(folder, cause))) throw cause;
    throw new StackError(
      `There is no room in ${tmpdir()} for a database to try it on. Set TMPDIR to a folder with room for it.`,
      { cause },
    );
  } finally {
    await throwAway(folder, lock);
  }
}
