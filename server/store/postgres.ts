import { setTimeout as sleep } from "node:timers/promises";
import { Pool } from "pg";
import { createSqlStore } from "./sql.ts";
import type { Store } from "./store.ts";

/** Longest a use case may take, in ms, as on a hosted project; past it a form answers `store_unavailable`. */
const storeTimeout = 8000;

/** Longest wait for calls under way when closing, in ms. */
const closeTimeout = 5000;

/** Connections to the database: a join holds one for the time that the disk takes to write it down. */
const connections = 10;

/**
 * The store of the embedded stack: the functions that a hosted project's store calls over HTTP, called on the database
 * itself, with the rights that they have there.
 */
export function createPostgresStore(databaseUrl: string): Store & { close(): Promise<void> } {
  const pool = new Pool({
    connectionString: databaseUrl,
    max: connections,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: storeTimeout,
    query_timeout: storeTimeout,
    application_name: "keelbook store",
    options: `-c role=service_role -c statement_timeout=${storeTimeout}`,
  });
  // A connection that dies idle is replaced when it is next needed; one that dies at work rejects its query.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => client.on("error", () => undefined));
  const store = createSqlStore(async (name, args) => {
    const given = Object.entries(args);
    const text = `select public.${name}(${given.map(([arg], n) => `${arg} => $${n + 1}`).join(", ")}) as answer`;
    const values = given.map(([, value]) => value);
    // Prepared once a connection, under a name for each set of arguments.
    const { rows } = await pool.query<{ answer: unknown }>({ name: `${name} ${given.length}`, text, values });
    return rows[0]?.answer;
  });
  return { ...store, close: () => Promise.race([pool.end(), sleep(closeTimeout, undefined, { ref: false })]) };
}
