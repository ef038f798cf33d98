import type { SupabaseClient } from "@supabase/supabase-js";
import { dataOf, rowCountOf } from "../../cli/calls.ts";
import { columnsRead, lastKey } from "./copy/text.ts";
import { page, ranges, same, type Source } from "./page.ts";
import type { ExportRequest } from "./request/request.ts";
import { type Cursor, tables } from "./request/tables.ts";

function filtered(
  source: Source,
  request: ExportRequest,
  columns: string,
  options: { count?: "exact"; head?: boolean } = {},
) {
  // Not typed by table: the columns are chosen at run time, and request.ts has checked them.
  const supabase: SupabaseClient = source.supabase;
  let query = supabase.from(tables[request.subject].name).select<string, Cursor>(columns, options).retry(false);
  if (request.since) query = query.gte("created_at", request.since);
  if (request.until) query = query.lt("created_at", request.until);
  if (request.status) query = query.eq("status", request.status);
  if (request.role) query = query.eq("role", request.role);
  if (request.notified !== undefined) query = query.eq("notified", request.notified);
  if (request.confirmed) query = query.not("confirmed_at", "is", null);
  if (request.unsubscribed) query = query.not("unsubscribed_at", "is", null);
  if (request.mailable) query = query.is("unsubscribed_at", null);
  return query;
}

/**
 * Key of the newest row at present: the export ends there, so that rows added meanwhile do not keep it going.
 * @throws CliError `unreachable`, `configuration`, `failed` or `interrupted`.
 */
export async function lastCursor(source: Source, request: ExportRequest): Promise<Cursor | undefined> {
  const query = filtered(source, request, "created_at,id")
    .order("created_at", { ascending: false })
    .order("id", { ascending: false })
    .limit(1);
  const [row] = await dataOf(query, source.signal);
  return row && { created_at: row.created_at, id: row.id };
}

/**
 * How many rows the request matches.
 * @throws CliError `unreachable`, `configuration`, `failed` or `interrupted`.
 */
export const countRows = (source: Source, request: ExportRequest): Promise<number> =>
  rowCountOf(filtered(source, request, "id", { count: "exact", head: true }), source.signal);

/**
 * Whether a row is there, whatever it holds by now.
 * @throws CliError `unreachable`, `configuration`, `failed` or `interrupted`.
 */
export async function hasRow(source: Source, { subject }: ExportRequest, { id }: Cursor): Promise<boolean> {
  const query = source.supabase.from(tables[subject].name).select("id").eq("id", id).retry(false);
  return (await dataOf(query, source.signal)).length > 0;
}

/**
 * Pages that are requested while the caller works on one: with two, one of two processors is idle a fifth of the time.
 */
const pagesAhead = 3;

/**
 * Rows after one key and up to another, in the order of (created_at, id) and in COPY's text format.
 * @throws CliError `unreachable`, `configuration`, `failed` or `interrupted`.
 */
export async function* pages(
  source: Source,
  request: ExportRequest,
  after: Cursor | undefined,
  through: Cursor,
): AsyncGenerator<Buffer> {
  if (after && same(after, through)) return;
  const waiting = ranges(source, request, { after, through });
  const begin = () => {
    const begun = waiting.next().then(async ({ value: range }) => {
      return range && { range, first: await page(source, request, range) };
    });
    // A failure is thrown where it is awaited; until then Node must not count it as an unhandled rejection.
    begun.catch(() => undefined);
    return begun;
  };
  const read = columnsRead(request);
  const coming = Array.from({ length: pagesAhead }, begin);
  for (let got = await coming.shift(); got; got = await coming.shift()) {
    coming.push(begin());
    const { range, first } = got;
    for (let lines = first; lines.length > 0;) {
      yield lines;
      const last = lastKey(lines, read);
      if (same(last, range.through)) break;
      // The range has more rows than when it was cut, or its last row has been deleted.
      lines = await page(source, request, { ...range, after: last });
    }
  }
}
