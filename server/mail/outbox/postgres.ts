import { createPostgresCalls } from "../../store/postgresCalls.ts";
import { createOutbox, type Outbox } from "./outbox.ts";
import { type PruneDays, pruneRecords } from "./prune.ts";

/** The outbox of the embedded stack, whose functions are called on the database itself. */
export function createPostgresOutbox(databaseUrl: string): Outbox & {
  /** Erases what is kept for nothing any more. */
  prune(days: PruneDays): Promise<void>;
  close(): Promise<void>;
} {
  const { call, close } = createPostgresCalls(databaseUrl, {
    name: "keelbook outbox",
    connections: 3,
    timeout: 30_000,
    // What a crash undoes is sent again, as it has to be anyway.
    flush: false,
  });
  return {
    ...createOutbox(call),
    prune: async (days) => void (await pruneRecords((request) => call("prune_page", { request }), days)),
    close,
  };
}
