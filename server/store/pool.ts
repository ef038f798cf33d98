import { setTimeout as sleep } from "node:timers/promises";
import { Pool, type PoolConfig } from "pg";

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
