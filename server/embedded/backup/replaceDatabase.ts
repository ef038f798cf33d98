import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { messageOf } from "../../lib/caught.ts";
import { inDataFolder } from "../../lib/dataFolder.ts";
import { readKeys, writeKeys } from "../folder/keys.ts";
import { clusterFolder } from "../folder/open.ts";
import { asideName, finishRestore, hasDatabase, offerRestored } from "../folder/restored.ts";
import { isDiskFull } from "../folder/diskSpace.ts";
import { startCluster } from "../postgres/cluster.ts";
import { stopLeftovers } from "../postgres/leftovers.ts";
import { refuseOtherMajor } from "../postgres/initialise.ts";
import { giveToPostgres } from "../postgres/programs.ts";
import { BackupError } from "./archive.ts";
import type { OpenBackup } from "./load.ts";
import type { BackupSums } from "./manifest.ts";
import { repeatErasures, type RepeatedChanges } from "./repeatErasures.ts";

/** What was repeated from the replaced database, or why that could not be read, which may be the reason for the restore. */
export type Repeated = RepeatedChanges | { unread: string };

/** What a restore has done. */
interface Replaced {
  sums: BackupSums;
  /** Folder that the former database is in now, and what was repeated from it; undefined if there was none. */
  before: { aside: string; repeated: Repeated } | undefined;
}

async function repeat(dataFolder: string, restoredUrl: string): Promise<Repeated> {
  try {
    const folder = clusterFolder(dataFolder);
    await refuseOtherMajor(folder);
    const { postgresPassword } = await readKeys(dataFolder);
    const cluster = await startCluster({ folder, password: postgresPassword });
    return await repeatErasures(cluster.url("postgres"), restoredUrl).finally(cluster.stop);
  } catch (error) {
    return { unread: messageOf(error) };
  }
}

/**
 * Creates a database beside that of a data folder, loads a backup into it, and then lets it take the old one's place. If killed
 * at any time, the folder has either the complete old database or the complete new one; if the signal is aborted before the new one
 * is put in place, the old one. The caller has taken the folder.
 * @throws BackupError, StackError, and what `backup.restore` throws
 */
export async function replaceDatabase(
  dataFolder: string,
  now: Date,
  { keys, restore }: OpenBackup,
  signal: AbortSignal,
): Promise<Replaced> {
  // A killed stack may have left this. PostgreSQL writes its control file by the path with which it was
  // started, so the old server would damage the new database at that path.
  await stopLeftovers(clusterFolder(dataFolder));
  const folder = join(dataFolder, inDataFolder.restoring);
  try {
    await mkdir(folder, { mode: 0o700 });
    await giveToPostgres(folder);
    await writeKeys(folder, keys);
    const cluster = await startCluster({ folder: clusterFolder(folder), password: keys.postgresPassword });
    const url = cluster.url("postgres");
    const fill = async () => {
      const sums = await restore(url);
      const former = await hasDatabase(dataFolder);
      return { sums, repeated: former ? await repeat(dataFolder, url) : undefined };
    };
    const { sums, repeated } = await fill().finally(cluster.stop);
    signal.throwIfAborted();
    await offerRestored(dataFolder, repeated && asideName(now));
    await finishRestore(dataFolder);
    return { sums, before: repeated && { aside: join(dataFolder, asideName(now)), repeated } };
  } catch (error) {
    const full = await isDiskFull(dataFolder, error);
    // The next start or restore removes what is still there; here it would hide why the restore failed.
    await rm(folder, { recursive: true, force: true }).catch(() => undefined);
    if (!full) throw error;
    throw new BackupError(`There is no room left in ${dataFolder} for the restored database.`, { cause: error });
  }
}
