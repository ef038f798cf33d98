import { againAfterDeadlock } from "./deadlock.ts";
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
  return {
    async call(called, args) {
      const given = Object.entries(args);
      const text = `select public.${called}(${given.map(([arg], n) => `${arg} => $${n + 1}`).join(", ")}) as answer`;
      const values = given.map(([, value]) => value);
      // Prepared once a connection, under a name for each set of arguments.
      const prepared = names.get(text) ?? `keelbook ${names.size}`;
      names.set(text, prepared);
      const { rows } = await againAfterDeadlock(() =>
        pool.query<{ answer: unknown }>({ name: prepared, text, values }),
      );
      return rows[0]?.answer;
    },
    close: () => closePool(pool),
  };
}
