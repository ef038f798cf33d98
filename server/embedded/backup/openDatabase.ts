import { resolve } from "node:path";
import { type EmbeddedKeys, readKeys } from "../folder/keys.ts";
import { takeFolder } from "../folder/hold.ts";
import { joinOr, type Waiting } from "../folder/join.ts";
import { clusterFolder, requireDatabase } from "../folder/open.ts";
import { startCluster } from "../postgres/cluster.ts";

/** A data folder's database, without migrating it. */
interface OpenDatabase {
  url: string;
  keys: EmbeddedKeys;
  close(): Promise<void>;
}

/**
 * Opens the database of a data folder: the running stack's, or else it starts PostgreSQL alone until `close`.
 * Waits for a stack that is starting or stopping. Refuses a folder without a database, and creates none.
 * @throws NoDatabaseError or StackError with one line that says what to do.
 */
export async function openDatabase(path: string, waiting: Waiting = {}): Promise<OpenDatabase> {
  const folder = resolve(path);
  const found = await joinOr(folder, waiting, () => openAlone(folder, waiting));
  if ("close" in found) return found;
  return { url: found.databaseUrl, keys: found.keys, close: async () => undefined };
}

/**
 * Opens a data folder's database for this process alone, until `close`: nobody can join meanwhile.
 * @throws NoDatabaseError; FolderInUseError where a stack or another command has the folder; StackError
 */
export async function openAlone(folder: string, { signal }: Pick<Waiting, "signal"> = {}): Promise<OpenDatabase> {
  await requireDatabase(folder);
  const { release } = await takeFolder(folder, { command: true });
  try {
    const keys = await readKeys(folder);
    const cluster = await startCluster({ folder: clusterFolder(folder), password: keys.postgresPassword, signal });
    return { url: cluster.url("postgres"), keys, close: () => cluster.stop().finally(release) };
  } catch (error) {
    await release();
    throw error;
  }
}
