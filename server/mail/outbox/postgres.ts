import { createPostgresCalls } from "../../store/postgres.ts";
import { createOutbox, type Outbox } from "./outbox.ts";
import { type PruneDays, pruneRecords } from "../../lib/prune.ts";

/** The outbox of the embedded stack, on direct connections to the database. */
export function createPostgresOutbox(databaseUrl: string): Outbox & {
  /** Whether a mail is recorded; not if its person was erased. */
  has(id: string): Promise<boolean>;
  /** Erases expired records. */
  prune(days: PruneDays): Promise<void>;
  close(): Promise<void>;
} {
  const { call, has, close } = createPostgresCalls(databaseUrl, {
    name: "keelbook outbox",
    connections: 3,
    timeout: 30_000,
    // A send whose result is lost in a crash is repeated, as after any other crash.
    flush: false,
  });
  return {
    ...createOutbox(call),
    has: (id) => has("email_outbox", id),
    prune: async (days) => void (await pruneRecords((request) => call("prune_page", { request }), days)),
    close,
  };
}
