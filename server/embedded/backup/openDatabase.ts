import { join, resolve } from "node:path";
import { connectEmbedded } from "../stack/connect.ts";
import { type EmbeddedKeys, readKeys } from "../folder/keys.ts";
import { lockHolder } from "../lock/claims.ts";
import { acquireLock } from "../lock/lock.ts";
import { requireDatabase } from "../folder/open.ts";
import { finishRestore } from "../folder/restored.ts";
import { startCluster } from "../postgres/cluster.ts";
import type { Waiting } from "../stack/joinOr.ts";

/** A data folder's database, as it is: nothing is migrated. */
export interface OpenDatabase {
  url: string;
  keys: EmbeddedKeys;
  close(): Promise<void>;
}

/**
 * Opens the database of a data folder: that of the stack which runs there, else by starting PostgreSQL alone until
 * `close`. A folder without one is refused, and not made.
 * @throws NoDatabaseError or StackError with one line that says what to do.
 */
export async function openDatabase(path: string, waiting: Waiting = {}): Promise<OpenDatabase> {
  const folder = resolve(path);
  if (await lockHolder(folder)) {
    const { keys, close, databaseUrl } = await connectEmbedded(folder, { create: true, ...waiting });
    try {
      return { url: await databaseUrl(), keys, close };
    } catch (error) {
      await close();
      throw error;
    }
  }
  await requireDatabase(folder);
  const lock = await acquireLock(folder);
  try {
    await finishRestore(folder);
    const keys = await readKeys(folder);
    const cluster = await startCluster({ folder: join(folder, "postgres"), password: keys.postgresPassword });
    return { url: cluster.url("postgres"), keys, close: () => cluster.stop().finally(lock.release) };
  } catch (error) {
    await lock.release();
    throw error;
  }
}
