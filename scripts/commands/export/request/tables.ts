import type { BetaApplicationRow, WaitlistRow } from "../../../../server/supabase/schema.ts";

/** What can be exported, and what it is called in the database. */
export const tables = {
  waitlist: {
    name: "waitlist",
    columns: ["id", "email", "notified", "created_at", "confirmed_at", "unsubscribed_at", "source"],
  },
  beta: {
    name: "beta_applications",
    columns: ["id", "name", "email", "company", "role", "reason", "status", "created_at", "reviewed_at"],
  },
} as const satisfies {
  waitlist: { name: string; columns: readonly (keyof WaitlistRow)[] };
  beta: { name: string; columns: readonly (keyof BetaApplicationRow)[] };
};

export type Subject = keyof typeof tables;
export const subjects = ["waitlist", "beta"] as const satisfies readonly Subject[];

/** A row as it comes from the REST interface. */
export type ExportRow = Record<string, string | boolean | null> & Cursor;

/** Where a page ends: the key of its last row. */
export interface Cursor {
  created_at: string;
  id: string;
}
