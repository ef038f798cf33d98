import { storeTimeout } from "../supabase/storeTimeout.ts";
import { createJoinQueue } from "./joinQueue.ts";
import { createPostgresCalls } from "./postgresCalls.ts";
import type { CallFunction, Functions } from "./functions.ts";
import { createSqlStore } from "./sql.ts";
import type { Store } from "./store.ts";

/** Number of connections to the database: a call holds one until the disk has written its changes. */
const connections = 10;

/** Most joins in one call. It bounds how much a call locks, and how many joins are repeated when one fails. */
const joinsPerCall = 50;

/** Longest time a shared call waits for a lock, in ms; after it its joins are sent one by one. */
const joinLockTimeout = 100;

/** Functions with a calling method of their own. */
type OwnCalls = { [Name in keyof Functions]?: (args: Functions[Name]["Args"]) => Promise<unknown> };

/**
 * The store of the embedded stack. It calls the same functions as a hosted project's store, but on a direct connection to the
 * database, with the same rights.
 */
export function createPostgresStore(databaseUrl: string): Store & { close(): Promise<void> } {
  const single = createPostgresCalls(databaseUrl, { name: "keelbook store", connections, timeout: storeTimeout });
  const joins = createPostgresCalls(databaseUrl, {
    name: "keelbook joins",
    connections: 1,
    timeout: storeTimeout,
    lockTimeout: joinLockTimeout,
  });
  const queued: OwnCalls = {
    join_waitlist: createJoinQueue({
      callShared: joins.call,
      callSingle: single.call,
      most: joinsPerCall,
      timeout: storeTimeout,
    }),
  };
  const call: CallFunction = (name, args) => queued[name]?.(args) ?? single.call(name, args);
  const close = async () => void (await Promise.all([single.close(), joins.close()]));
  return { ...createSqlStore(call), close };
}
