import { resolve } from "node:path";
import { type EmbeddedKeys, readKeys } from "../folder/keys.ts";
import { acquireLock } from "../lock/lock.ts";
import type { Waiting } from "../lock/waiting.ts";
import { clusterFolder } from "../folder/open.ts";
import { requireDatabase, settleRestores } from "../folder/unfinished.ts";
import { startCluster } from "../postgres/cluster.ts";
import { joinOr } from "../stack/joinOr.ts";

/** A data folder's database, without migrating it. */
export interface OpenDatabase {
  url: string;
  keys: EmbeddedKeys;
  close(): Promise<void>;
}

/**
 * Opens the database of a data folder: that of the running stack, or else one for which it starts PostgreSQL alone until `close`.
 * Waits for a stack that is starting or stopping. Refuses a folder without a database, and creates none.
 * @throws NoDatabaseError or StackError with one line that says what to do.
 */
export async function openDatabase(path: string, waiting: Waiting = {}): Promise<OpenDatabase> {
  const folder = resolve(path);
  const found = await joinOr(folder, waiting, () => startAlone(folder, waiting));
  if (!("databaseUrl" in found)) return found;
  const { keys, close, databaseUrl } = found;
  try {
    return { url: await databaseUrl(), keys, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function startAlone(folder: string, { signal }: Waiting): Promise<OpenDatabase> {
  await requireDatabase(folder);
  const lock = await acquireLock(folder, { ends: true });
  try {
    await settleRestores(folder);
    const keys = await readKeys(folder);
    const cluster = await startCluster({ folder: clusterFolder(folder), password: keys.postgresPassword, signal });
    return { url: cluster.url("postgres"), keys, close: () => cluster.stop().finally(lock.release) };
  } catch (error) {
    await lock.release();
    throw error;
  }
}
