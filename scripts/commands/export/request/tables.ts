import type { ApplicationEventRow, BetaApplicationRow, WaitlistRow } from "../../../../server/supabase/schema.ts";

/** The tables that can be exported, with their names in the database. */
export const tables = {
  waitlist: {
    name: "waitlist",
    columns: ["id", "email", "notified", "created_at", "confirmed_at", "unsubscribed_at", "source"],
  },
  beta: {
    name: "beta_applications",
    columns: ["id", "name", "email", "company", "role", "reason", "status", "created_at", "reviewed_at"],
  },
  history: {
    name: "beta_application_events",
    columns: ["id", "application_id", "created_at", "actor", "from_status", "to_status", "note"],
  },
} as const satisfies {
  waitlist: { name: string; columns: readonly (keyof WaitlistRow)[] };
  beta: { name: string; columns: readonly (keyof BetaApplicationRow)[] };
  history: { name: string; columns: readonly (keyof ApplicationEventRow)[] };
};

/** What a column holds: a text, a point in time, a boolean, or an id. */
export type ColumnKind = "text" | "time" | "flag" | "id";

/** Kinds of the columns that are not text. */
const kinds = new Map<string, ColumnKind>([
  ["id", "id"],
  ["notified", "flag"],
  ["created_at", "time"],
  ["confirmed_at", "time"],
  ["unsubscribed_at", "time"],
  ["reviewed_at", "time"],
]);

/** The kind of a column, by its name. */
export const kindOf = (column: string): ColumnKind => kinds.get(column) ?? "text";

/** One of the {@link tables}, as the command line calls it. */
export type Subject = keyof typeof tables;
/** Values for `export`'s table argument, in the order that help shows. */
export const subjects = ["waitlist", "beta", "history"] as const satisfies readonly Subject[];

/** Where a page ends: the key of its last row. */
export interface Cursor {
  created_at: string;
  id: string;
}
