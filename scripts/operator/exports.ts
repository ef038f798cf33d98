import type { SupabaseClient } from "@supabase/supabase-js";
import type { ApplicationStatus, Role } from "../../server/contract/limits.ts";
import { type ApplicationEventRow, betaColumns, type BetaApplicationRow } from "../../server/supabase/schema.ts";
import { answerCells, answerColumns } from "../files/answers.ts";
import { countOf, type Data, dataOf, type Key, keyset, oldestFirst, pages, pageSize, placeOf } from "../cli/data.ts";

/** What can be exported: the table, the name of its sheet in a workbook, and its columns in the order of the file. */
export const tables = {
  waitlist: {
    name: "people",
    sheet: "Waitlist",
    columns: [
      "id",
      "email",
      "notified",
      "created_at",
      "confirmed_at",
      "unsubscribed_at",
      "source",
      "share_code",
      "sent_by",
      "sender_credit",
      "friends",
      ...answerColumns,
    ],
  },
  beta: {
    name: "beta_applications",
    sheet: "Beta applications",
    columns: betaColumns,
  },
  history: {
    name: "beta_application_events",
    // Excel keeps the name History for itself.
    sheet: "History of decisions",
    columns: ["id", "application_id", "created_at", "actor", "from_status", "to_status", "note"],
  },
} as const satisfies {
  waitlist: Named<string>;
  beta: Named<keyof BetaApplicationRow>;
  history: Named<keyof ApplicationEventRow>;
};
type Named<Column> = { name: string; sheet: string; columns: readonly Column[] };
/** One of the {@link tables}, as the command line calls it. */
export type Subject = keyof typeof tables;

/** Which rows are exported. */
export interface Filter {
  since?: Date;
  until?: Date;
  status?: ApplicationStatus;
  role?: Role;
  notified?: true;
  notNotified?: true;
  confirmed?: true;
  unsubscribed?: true;
  mailable?: true;
}

/** `--not-notified` lists people to write to, so it leaves out those who must not be mailed. */
export const onlyMailable = ({ mailable, notNotified, unsubscribed }: Filter): boolean =>
  mailable === true || (notNotified === true && !unsubscribed);

/** A row with the columns that were chosen, and its key. */
export type Row = Key & Partial<Record<string, string | number | boolean | null>>;

/** A row as the database has it: with all answers in one column. */
type Stored = Key & { answers?: unknown };

function matching(
  data: Data,
  subject: Subject,
  filter: Filter,
  columns: readonly string[],
  how: { count?: "exact"; head?: boolean } = {},
) {
  // Not typed by table: the columns are chosen at run time.
  const supabase: SupabaseClient = data.supabase;
  const { since, until, status, role, notified, notNotified, confirmed, unsubscribed } = filter;
  const from = onlyMailable(filter) ? "mailable" : tables[subject].name;
  const stored = columns.map((column) => (answerColumns.includes(column) ? "answers" : column));
  let query = supabase.from(from).select<string, Stored>([...new Set([...stored, "created_at", "id"])].join(","), how);
  if (since) query = query.gte("created_at", since.toISOString());
  if (until) query = query.lt("created_at", until.toISOString());
  if (status) query = query.eq("status", status);
  if (role) query = query.eq("role", role);
  if (notified ?? notNotified) query = query.eq("notified", notified === true);
  if (confirmed) query = query.not("confirmed_at", "is", null);
  if (unsubscribed) query = query.not("unsubscribed_at", "is", null);
  return query;
}

/** How many rows match. @throws CliError as `dataOf` does. */
export const countRows = (data: Data, subject: Subject, filter: Filter): Promise<number> =>
  countOf(matching(data, subject, filter, [], { count: "exact", head: true }), data.signal);

/** The rows in pages, up to the newest one at the start: rows added meanwhile do not keep the export going. @throws CliError as `dataOf` does. */
export async function* pagesOf(
  data: Data,
  subject: Subject,
  columns: readonly string[],
  filter: Filter,
): AsyncGenerator<Row[]> {
  const newest = matching(data, subject, filter, []).order("created_at", { ascending: false }).limit(1);
  const [last] = await dataOf(newest, data.signal);
  if (!last) return;
  const read = pages(data.signal, (after) => {
    const rows = matching(data, subject, filter, columns).lte("created_at", last.created_at);
    return keyset(rows, oldestFirst, placeOf(after)).limit(pageSize);
  });
  for await (const rows of read) yield rows.map(({ answers, ...row }) => Object.assign(row, answerCells(answers)));
}
