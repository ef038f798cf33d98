import { mkdir } from "node:fs/promises";
import { withClient } from "../database/withClient.ts";
import { asideName } from "../folder/aside.ts";
import { readKeys, writeKeys } from "../folder/keys.ts";
import { hasNoRoom } from "../folder/room.ts";
import { finishRestore, hasDatabase, markRestore, offerRestored, removeMarked } from "../folder/restored.ts";
import { removeUnfinished, restoringFolder } from "../folder/unfinished.ts";
import { BackupError } from "./backupError.ts";
import { clusterFolder } from "../folder/open.ts";
import { startCluster } from "../postgres/cluster.ts";
import { otherMajor } from "../postgres/majorVersion.ts";
import { stopLeftovers } from "../postgres/leftovers.ts";
import { giveToPostgres } from "../postgres/programs.ts";
import type { BackupSums } from "./manifest.ts";
import type { OpenBackup } from "./openBackup.ts";
import { registerLinks, type Restoring } from "./restoredLinks.ts";
import { repeatSince, type Since } from "./since/repeat.ts";
import { messageOf } from "../../lib/caught.ts";

/**
 * What was repeated from the replaced database, or why that database could not be read, which may be the reason for the
 * restore.
 */
export type Repeated = Since | { unread: string };

/** What a restore has done. */
interface Replaced {
  sums: BackupSums;
  /** Subfolder that the former database is in now, and what was repeated from it; undefined if there was none. */
  before: { aside: string; repeated: Repeated } | undefined;
}

async function repeat(dataFolder: string, restoredUrl: string, backedUp: Date): Promise<Repeated> {
  try {
    const folder = clusterFolder(dataFolder);
    const other = await otherMajor(folder);
    if (other) return { unread: `PostgreSQL ${other.made} made it, and this is ${other.brought}` };
    const { postgresPassword } = await readKeys(dataFolder);
    const cluster = await startCluster({ folder, password: postgresPassword });
    return await repeatSince(cluster.url("postgres"), restoredUrl, backedUp).finally(cluster.stop);
  } catch (error) {
    return { unread: messageOf(error) };
  }
}

/**
 * Creates a database beside that of a data folder, loads a backup into it, and then lets it take the old one's place. If killed
 * at any time, the folder has either the complete old database or the complete new one; if the signal is aborted before the new one
 * is put in place, the old one. The caller holds the folder's lock.
 * @throws BackupError, StackError, and what `backup.restore` throws
 */
export async function replaceDatabase(
  dataFolder: string,
  now: Date,
  backup: OpenBackup,
  restoring: Restoring,
): Promise<Replaced> {
  await finishRestore(dataFolder);
  await removeUnfinished(dataFolder);
  // Left by a killed stack. PostgreSQL writes its control file by the path with which it was started, so it would damage the
  // database that takes the place of its own.
  await stopLeftovers(clusterFolder(dataFolder));
  const done = await loadBeside(dataFolder, asideName(now), backup, restoring);
  try {
    await finishRestore(dataFolder);
  } catch (cause) {
    const why = messageOf(cause);
    throw new BackupError(
      `The backup is restored, but could not be put in place yet: ${why}. The next start or command on ${dataFolder} does that.`,
      { cause },
    );
  }
  return done;
}

/** Loads a backup into a database beside that of a data folder, complete and ready to be put in place; or leaves nothing. */
async function loadBeside(
  dataFolder: string,
  aside: string,
  { head, keys, restore }: OpenBackup,
  restoring: Restoring,
): Promise<Replaced> {
  const folder = restoringFolder(dataFolder);
  await mkdir(folder, { mode: 0o700 });
  try {
    await markRestore(folder, aside);
    await giveToPostgres(folder);
    await writeKeys(folder, keys);
    const cluster = await startCluster({ folder: clusterFolder(folder), password: keys.postgresPassword });
    const fillAndRepeat = async (url: string) => {
      const sums = await restore(url);
      const repeated = (await hasDatabase(dataFolder))
        ? await repeat(dataFolder, url, new Date(head.createdAt))
        : undefined;
      if (!repeated || "unread" in repeated)
        await withClient(url, (client) => registerLinks(client, keys.secretKey, restoring));
      return { sums, before: repeated && { aside, repeated } };
    };
    const done = await fillAndRepeat(cluster.url("postgres")).finally(cluster.stop);
    restoring.signal.throwIfAborted();
    await offerRestored(dataFolder, folder);
    return done;
  } catch (error) {
    const full = await hasNoRoom(dataFolder, error);
    // The next command removes what is still there; here it would hide why the restore failed.
    await removeMarked(folder).catch(() => undefined);
    throw full
      ? new BackupError(`There is no room left in ${dataFolder} for the restored database.`, { cause: error })
      : error;
  }
}
