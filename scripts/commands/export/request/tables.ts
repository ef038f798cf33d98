import type { ApplicationEventRow, BetaApplicationRow, WaitlistRow } from "../../../../server/supabase/schema.ts";

/** What a column holds: a text, a point in time, a boolean, or an id. */
export type ColumnKind = "text" | "time" | "flag" | "id";

/** The tables that can be exported: their names in the database, and all their columns in the order of the file. */
export const tables = {
  waitlist: {
    name: "waitlist",
    columns: {
      id: "id",
      email: "text",
      notified: "flag",
      created_at: "time",
      confirmed_at: "time",
      unsubscribed_at: "time",
      source: "text",
    },
  },
  beta: {
    name: "beta_applications",
    columns: {
      id: "id",
      name: "text",
      email: "text",
      company: "text",
      role: "text",
      reason: "text",
      status: "text",
      created_at: "time",
      reviewed_at: "time",
    },
  },
  history: {
    name: "beta_application_events",
    columns: {
      id: "id",
      application_id: "id",
      created_at: "time",
      actor: "text",
      from_status: "text",
      to_status: "text",
      note: "text",
    },
  },
} as const satisfies {
  waitlist: { name: string; columns: Record<keyof WaitlistRow, ColumnKind> };
  beta: { name: string; columns: Record<keyof BetaApplicationRow, ColumnKind> };
  history: { name: string; columns: Record<keyof ApplicationEventRow, ColumnKind> };
};

const kinds = new Map<string, ColumnKind>(Object.values(tables).flatMap(({ columns }) => Object.entries(columns)));

/** The kind of a column, by its name. */
export const kindOf = (column: string): ColumnKind => kinds.get(column) ?? "text";

/** One of the {@link tables}, as the command line calls it. */
export type Subject = keyof typeof tables;
/** Values for `export`'s table argument, in the order that help shows. */
export const subjects = Object.keys(tables).filter((name): name is Subject => name in tables);

/** Where a page ends: the key of its last row. */
export interface Cursor {
  created_at: string;
  id: string;
}
