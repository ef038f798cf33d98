import { storeTimeout } from "../lib/time.ts";
import { createSqlStore } from "./sql.ts";
import type { Store } from "./store.ts";
import { setTimeout as sleep } from "node:timers/promises";
import { Pool, type PoolConfig } from "pg";
import { retryOnDeadlock } from "./sqlState.ts";

/** Connections of the store: a call holds one until the disk has written its changes. */
const storeConnections = 10;

/**
 * The store of the embedded stack. It calls the same functions as a hosted project's store, but on a direct connection to the
 * database, with the same rights.
 */
export function createPostgresStore(databaseUrl: string): Store & { close(): Promise<void> } {
  const { call, close } = createPostgresCalls(databaseUrl, {
    name: "keelbook store",
    connections: storeConnections,
    timeout: storeTimeout,
  });
  return { ...createSqlStore(call), close };
}

/** Longest wait for running queries on closing, in ms. */
const closeTimeout = 5000;

/** A pool of connections to PostgreSQL that survives lost connections and keeps idle ones open. */
export function openPool(config: PoolConfig): Pool {
  const pool = new Pool({ ...config, idleTimeoutMillis: 0 });
  // A lost idle connection is replaced when the next one is needed; a lost busy one rejects its query.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => client.on("error", () => undefined));
  return pool;
}

/** Closes a pool as soon as its queries have been answered, or after five seconds. */
export const closePool = (pool: Pool): Promise<void> =>
  Promise.race([pool.end(), sleep(closeTimeout, undefined, { ref: false })]);

/** Calls functions of the embedded stack's database on a direct connection. */
interface PostgresCalls {
  /** Calls a function of the schema public with named arguments, in a separate transaction. */
  call(name: string, args: object): Promise<unknown>;
  /** Whether a table of the schema public has a row with this id. */
  has(table: string, id: string): Promise<boolean>;
  close(): Promise<void>;
}

interface PostgresCallsOptions {
  /** Application name of the connections in the database. */
  name: string;
  connections: number;
  /** Time limit of a call, in ms. */
  timeout: number;
}

/** Opens connections that call functions directly, with the same rights that they have over HTTP on a hosted project. */
export function createPostgresCalls(
  databaseUrl: string,
  { name, connections, timeout }: PostgresCallsOptions,
): PostgresCalls {
  const pool = openPool({
    connectionString: databaseUrl,
    max: connections,
    connectionTimeoutMillis: timeout,
    query_timeout: timeout,
    application_name: name,
    // A call is answered only when its changes are on disk: a change that a crash of the database took back
    // would be mailed again.
    options: `-c role=service_role -c statement_timeout=${timeout} -c synchronous_commit=on`,
  });
  // Prepared statements are named by number: PostgreSQL would truncate a name made of the statement's text.
  const names = new Map<string, string>();
  return {
    async call(called, args) {
      const given = Object.entries(args);
      const text = `select public.${called}(${given.map(([arg], n) => `${arg} => $${n + 1}`).join(", ")}) as answer`;
      const values = given.map(([, value]) => value);
      // Prepared once for each connection and each set of arguments.
      const prepared = names.get(text) ?? `keelbook ${names.size}`;
      names.set(text, prepared);
      const { rows } = await retryOnDeadlock(() => pool.query<{ answer: unknown }>({ name: prepared, text, values }));
      return rows[0]?.answer;
    },
    async has(table, id) {
      const text = `select from public.${table} where id = $1`;
      const { rows } = await pool.query({ name: `keelbook has ${table}`, text, values: [id] });
      return rows.length > 0;
    },
    close: () => closePool(pool),
  };
}
