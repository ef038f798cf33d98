import { Pool } from "pg";
import { createOutbox, type Outbox } from "./outbox.ts";

/** Longest a call may take, in ms. */
const callTimeout = 30_000;

/** The outbox of the embedded stack, whose functions are called on the database itself with the rights they have over HTTP. */
export function createPostgresOutbox(databaseUrl: string): Outbox & {
  /** Erases what is kept for nothing any more: see `prune_records`. */
  prune(unconfirmedDays: number, outboxDays: number): Promise<void>;
  close(): Promise<void>;
} {
  const pool = new Pool({
    connectionString: databaseUrl,
    max: 3,
    query_timeout: callTimeout,
    application_name: "keelbook outbox",
    options: "-c role=service_role",
  });
  // A connection that dies idle is replaced when it is next needed; one that dies at work rejects its query.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => client.on("error", () => undefined));
  const call = async (name: string, args: object): Promise<unknown> => {
    const given = Object.entries(args);
    const text = `select public.${name}(${given.map(([arg], n) => `${arg} => $${n + 1}`).join(", ")}) as answer`;
    const values = given.map(([, value]) => value);
    const { rows } = await pool.query<{ answer: unknown }>({ name: `${name} ${given.length}`, text, values });
    return rows[0]?.answer;
  };
  return {
    ...createOutbox(call),
    prune: async (unconfirmedDays, outboxDays) => {
      await call("prune_records", { unconfirmed_days: unconfirmedDays, outbox_days: outboxDays });
    },
    close: () => pool.end(),
  };
}
