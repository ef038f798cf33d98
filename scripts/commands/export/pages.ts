import type { SupabaseClient } from "@supabase/supabase-js";
import type { Backend } from "../../cli/backend.ts";
import { callError, dataOf } from "../../cli/calls.ts";
import { columnsRead, lastKey } from "./copy/text.ts";
import type { ExportRequest } from "./request/request.ts";
import { type Cursor, tables } from "./request/tables.ts";

/** Rows asked for at a time. Twice as many are no faster and take more memory (docs/decisions/0106). */
const pageSize = 5000;

/** Where rows come from. */
export type Source = Pick<Backend, "supabase"> & { signal: AbortSignal };

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

/** Key of the newest row there is now: an export ends there, so rows added meanwhile do not keep it going. */
export async function lastCursor(source: Source, request: ExportRequest): Promise<Cursor | undefined> {
  const query = filtered(source, request, "created_at,id")
    .order("created_at", { ascending: false })
    .order("id", { ascending: false })
    .limit(1);
  const [row] = await dataOf(query, source.signal);
  return row && { created_at: row.created_at, id: row.id };
}

/** How many rows the request matches. */
export async function countRows(source: Source, request: ExportRequest): Promise<number> {
  const answer = await filtered(source, request, "id", { count: "exact", head: true });
  if (answer.error || answer.count === null) throw callError(answer, source.signal);
  return answer.count;
}

async function page(
  { supabase, signal }: Source,
  request: ExportRequest,
  after: Cursor | undefined,
  through: Cursor,
): Promise<Buffer> {
  const asked = { ...request, columns: columnsRead(request), after, through, most: pageSize };
  return Buffer.from(
    await dataOf(supabase.rpc("export_rows", { request: JSON.stringify(asked) }).retry(false), signal),
  );
}

const same = (a: Cursor, b: Cursor): boolean => a.created_at === b.created_at && a.id === b.id;

/**
 * Pages of rows after one key and up to another, in the order of (created_at, id) and in COPY's text format. The next page
 * is fetched while the caller works on this one.
 */
export async function* pages(
  source: Source,
  request: ExportRequest,
  after: Cursor | undefined,
  through: Cursor,
): AsyncGenerator<Buffer> {
  if (after && same(after, through)) return;
  let next: Promise<Buffer> | undefined = page(source, request, after, through);
  while (next) {
    const got: Buffer = await next;
    if (got.length === 0) return;
    const last = lastKey(got, columnsRead(request));
    next = same(last, through) ? undefined : page(source, request, last, through);
    // Handled when awaited; until then it must not count as unhandled.
    next?.catch(() => undefined);
    yield got;
  }
}
