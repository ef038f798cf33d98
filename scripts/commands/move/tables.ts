import type { ImportTable } from "../../records/importTables.ts";

/** What rows about people are, for the function that takes them. */
export type RecordsOfPeople = "tokens" | "consents" | "recipients";

/**
 * How the rows of a table get there: by the import; by a function that leaves behind those about people who were kept out there; or as
 * they are.
 */
type Way =
  | { kind: "imported"; as: ImportTable; columns?: string }
  | { kind: "ofPeople"; records: RecordsOfPeople }
  | { kind: "plain" };

/** A table that is moved, by its key. */
export interface MovedTable {
  name: string;
  key: string;
  way: Way;
}

const plain: Way = { kind: "plain" };

/**
 * The tables that are moved, in this order: people before the suppression list, which would keep out those who are on both.
 * Other data is short-lived (rate limits, spent captchas, mails under way) or belongs to the host (accounts).
 */
export const tables: readonly MovedTable[] = [
  { name: "waitlist", key: "id", way: { kind: "imported", as: "waitlist" } },
  {
    name: "beta_applications",
    key: "id",
    // With the history of each application, which is written in the same step.
    way: { kind: "imported", as: "beta", columns: "*, events:beta_application_events(*)" },
  },
  { name: "suppression_keys", key: "id", way: plain },
  { name: "email_suppressions", key: "hash", way: plain },
  { name: "erasures", key: "id", way: plain },
  { name: "email_tokens", key: "hash", way: { kind: "ofPeople", records: "tokens" } },
  { name: "consent_events", key: "id", way: { kind: "ofPeople", records: "consents" } },
  { name: "email_updates", key: "hash", way: plain },
  { name: "email_update_recipients", key: "id", way: { kind: "ofPeople", records: "recipients" } },
];
