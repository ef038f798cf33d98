import { setTimeout as sleep } from "node:timers/promises";
import { DatabaseError, type QueryConfig } from "pg";
import { closePool, openPool } from "./pool.ts";

/** Functions of the embedded stack's database, called on it directly. */
export interface PostgresCalls {
  /** Calls a function of the schema public with named arguments, in a transaction of its own. */
  call(name: string, args: object): Promise<unknown>;
  close(): Promise<void>;
}

/** How the database is called. */
export interface PostgresCallsOptions {
  /** What the connections are called in the database. */
  name: string;
  connections: number;
  /** Longest a call may take, in ms. */
  timeout: number;
  /** Longest a call waits for what another one has locked, in ms; as long as it may take unless given. */
  lockTimeout?: number;
  /** Whether a call waits until the disk has what it wrote; otherwise a crash of the database undoes the last second. */
  flush?: boolean;
}

/** PostgreSQL's code for a transaction that it ends because it and others wait for each other. Nothing of it has happened. */
const deadlock = "40P01";

/** How often a call is made that ends so each time, and the longest wait before it is made again, in ms. */
const mostAttempts = 4;
const longestPause = 100;

/** Calls the functions that a hosted project is asked for over HTTP on the database itself, with the rights they have there. */
export function createPostgresCalls(
  databaseUrl: string,
  { name, connections, timeout, lockTimeout = 0, flush = true }: PostgresCallsOptions,
): PostgresCalls {
  const pool = openPool({
    connectionString: databaseUrl,
    max: connections,
    connectionTimeoutMillis: timeout,
    query_timeout: timeout,
    application_name: name,
    options: [
      "-c role=service_role",
      `-c statement_timeout=${timeout}`,
      `-c lock_timeout=${lockTimeout}`,
      `-c synchronous_commit=${flush ? "on" : "off"}`,
    ].join(" "),
  });
  // Names of prepared statements, by number: PostgreSQL would cut off a name made of the statement's text.
  const names = new Map<string, string>();
  /** Makes a call again that a deadlock has ended. */
  const ask = async (query: QueryConfig) => {
    for (let attempt = 1; ; attempt++) {
      try {
        return await pool.query<{ answer: unknown }>(query);
      } catch (error) {
        if (!(error instanceof DatabaseError && error.code === deadlock) || attempt === mostAttempts) throw error;
      }
      await sleep(Math.random() * longestPause);
    }
  };
  return {
    async call(called, args) {
      const given = Object.entries(args);
      const text = `select public.${called}(${given.map(([arg], n) => `${arg} => $${n + 1}`).join(", ")}) as answer`;
      const values = given.map(([, value]) => value);
      // Prepared once a connection, under a name for each set of arguments.
      const prepared = names.get(text) ?? `keelbook ${names.size}`;
      names.set(text, prepared);
      const { rows } = await ask({ name: prepared, text, values });
      return rows[0]?.answer;
    },
    close: () => closePool(pool),
  };
}
