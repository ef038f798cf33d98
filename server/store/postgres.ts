import { storeTimeout } from "../supabase/storeTimeout.ts";
import { createPostgresCalls } from "./postgresCalls.ts";
import { createSqlStore } from "./sql.ts";
import type { Store } from "./store.ts";

/** Number of connections to the database: a call holds one until the disk has written its changes. */
const connections = 10;

/**
 * The store of the embedded stack. It calls the same functions as a hosted project's store, but on a direct connection to the
 * database, with the same rights.
 */
export function createPostgresStore(databaseUrl: string): Store & { close(): Promise<void> } {
  const { call, close } = createPostgresCalls(databaseUrl, {
    name: "keelbook store",
    connections,
    timeout: storeTimeout,
  });
  return { ...createSqlStore(call), close };
}
