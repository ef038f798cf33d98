import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { connectEmbedded } from "../stack/connect.ts";
import { type EmbeddedKeys, readKeys } from "../folder/keys.ts";
import { lockHolder } from "../lock/claims.ts";
import { acquireLock } from "../lock/lock.ts";
import { requireDatabase } from "../folder/open.ts";
import { finishRestore } from "../folder/restored.ts";
import { startCluster } from "../postgres/cluster.ts";
import { BackupError } from "./backupError.ts";

/** A data folder's database, as it is: nothing is migrated. */
export interface OpenDatabase {
  url: string;
  keys: EmbeddedKeys;
  close(): Promise<void>;
}

/** Connection string of the database that a running stack has started: its port is in PostgreSQL's own file. */
async function runningUrl(folder: string, password: string): Promise<string> {
  const text = await readFile(join(folder, "postgres", "postmaster.pid"), "utf8").catch(() => "");
  const port = Number(text.split("\n")[3]);
  if (!Number.isInteger(port) || port <= 0)
    throw new BackupError(`The database of ${folder} is not running although its stack is. Start the stack again.`);
  return `postgres://postgres:${encodeURIComponent(password)}@127.0.0.1:${port}/postgres`;
}

/**
 * Opens the database of a data folder: that of the stack which runs there, else by starting PostgreSQL alone until
 * `close`. A folder without one is refused, and not made.
 * @throws BackupError, NoDatabaseError or StackError with one line that says what to do.
 */
export async function openDatabase(path: string): Promise<OpenDatabase> {
  const folder = resolve(path);
  if (await lockHolder(folder)) {
    const { keys, close } = await connectEmbedded(folder);
    try {
      return { url: await runningUrl(folder, keys.postgresPassword), keys, close };
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
