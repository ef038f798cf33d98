import type { ImportTable } from "../../records/importTables.ts";

/** The tables of people, whose rows have the same ids there. */
export type TableOfPeople = "waitlist" | "beta_applications";

/** What rows about people are, for the function that takes them. */
export type RecordsOfPeople = "tokens" | "consents" | "recipients";

/**
 * A table that is moved, and how its rows get there: by the import; by a function that leaves behind those about people who were kept out
 * there; or as they are.
 */
export type MovedTable =
  | { way: "imported"; name: TableOfPeople; key: "id"; as: ImportTable; columns?: string }
  | { way: "ofPeople"; name: string; key: string; records: RecordsOfPeople }
  | { way: "plain"; name: string; key: string };

/**
 * The tables that are moved, in this order: people before the suppression list, which would keep out those who are on both.
 * Other data is short-lived (rate limits, spent captchas, mails under way) or belongs to the host (accounts).
 */
export const tables: readonly MovedTable[] = [
  { way: "imported", name: "waitlist", key: "id", as: "waitlist" },
  {
    way: "imported",
    name: "beta_applications",
    key: "id",
    as: "beta",
    // With the history of each application, which is written in the same step.
    columns: "*, events:beta_application_events(*)",
  },
  { way: "plain", name: "suppression_keys", key: "id" },
  { way: "plain", name: "email_suppressions", key: "hash" },
  { way: "plain", name: "erasures", key: "id" },
  { way: "ofPeople", name: "email_tokens", key: "hash", records: "tokens" },
  { way: "ofPeople", name: "consent_events", key: "id", records: "consents" },
  { way: "plain", name: "email_updates", key: "hash" },
  { way: "ofPeople", name: "email_update_recipients", key: "id", records: "recipients" },
];
