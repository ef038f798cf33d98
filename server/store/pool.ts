import { setTimeout as sleep } from "node:timers/promises";
import { Pool, type PoolConfig } from "pg";

/** Longest wait for queries under way when closing, in ms. */
const closeTimeout = 5000;

/** A pool of connections to PostgreSQL that survives the loss of some; connections that are idle stay open. */
export function openPool(config: PoolConfig): Pool {
  const pool = new Pool({ ...config, idleTimeoutMillis: 0 });
  // A connection that dies idle is replaced when it is next needed; one that dies at work rejects its query.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => client.on("error", () => undefined));
  return pool;
}

/** Closes a pool once its queries are answered, or after five seconds. */
export const closePool = (pool: Pool): Promise<void> =>
  Promise.race([pool.end(), sleep(closeTimeout, undefined, { ref: false })]);
