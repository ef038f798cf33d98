import { createJoinQueue } from "./joinQueue.ts";
import { createPostgresCalls } from "./postgresCalls.ts";
import type { CallFunction, Functions } from "./functions.ts";
import { createSqlStore } from "./sql.ts";
import type { Store } from "./store.ts";

/** Longest a use case may take, in ms, as on a hosted project; past it a form answers `store_unavailable`. */
const storeTimeout = 8000;

/** Connections to the database: a call holds one for the time that the disk takes to write it down. */
const connections = 10;

/** Most joins that go together in one call: what a call holds locked, and how many are made again when one fails. */
const joinsPerCall = 50;

/** Longest such a call waits for what somebody else has locked, in ms: then its joins are made one by one. */
const joinLockTimeout = 100;

/** Functions that are called in another way than the rest. */
type OwnCalls = { [Name in keyof Functions]?: (args: Functions[Name]["Args"]) => Promise<unknown> };

/**
 * The store of the embedded stack: the functions that a hosted project's store calls over HTTP, called on the database
 * itself, with the rights that they have there.
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
      hasty: joins.call,
      patient: single.call,
      most: joinsPerCall,
      timeout: storeTimeout,
    }),
  };
  const call: CallFunction = (name, args) => queued[name]?.(args) ?? single.call(name, args);
  const close = async () => void (await Promise.all([single.close(), joins.close()]));
  return { ...createSqlStore(call), close };
}
