import { createPostgresCalls } from "./postgresCalls.ts";
import { createSqlStore } from "./sql.ts";
import type { Store } from "./store.ts";

/** Longest a use case may take, in ms, as on a hosted project; past it a form answers `store_unavailable`. */
const storeTimeout = 8000;

/** Connections to the database: a join holds one for the time that the disk takes to write it down. */
const connections = 10;

/**
 * The store of the embedded stack: the functions that a hosted project's store calls over HTTP, called on the database
 * itself, with the rights that they have there.
 */
export function createPostgresStore(databaseUrl: string): Store & { close(): Promise<void> } {
  const { call, close } = createPostgresCalls(databaseUrl, {
    name: "keelbook store",
    connections,
    timeout: storeTimeout,
  });
  return { ...createSqlStore(call), close };
}
