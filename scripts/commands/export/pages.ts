import type { SupabaseClient } from "@supabase/supabase-js";
import * as v from "valibot";
import type { Backend } from "../../cli/backend.ts";
import { callError, dataOf } from "../../cli/calls.ts";
import type { ExportRequest } from "./request/request.ts";
import { type Cursor, type ExportRow, tables } from "./request/tables.ts";

/**
 * Rows asked for at a time; the server gives fewer where its own limit is lower (hosted projects: 1000). Twice as many
 * are no faster and take 15 MiB more (docs/decisions/0032).
 */
const pageSize = 5000;

type Source = Pick<Backend, "supabase"> & { signal: AbortSignal };

function filtered(
  source: Source,
  request: ExportRequest,
  columns: string,
  options: { count?: "exact"; head?: boolean } = {},
) {
  // Not typed by table: the columns are chosen at run time, and request.ts has checked them.
  const supabase: SupabaseClient = source.supabase;
  let query = supabase.from(tables[request.subject].name).select<string, ExportRow>(columns, options).retry(false);
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
  source: Source,
  request: ExportRequest,
  columns: string,
  after: Cursor | undefined,
  through: Cursor,
): Promise<ExportRow[]> {
  let query = filtered(source, request, columns).lte("created_at", through.created_at);
  if (after) {
    const { created_at, id } = after;
    // The first condition alone is what the index on (created_at, id) can start from; the second is exact.
    query = query
      .gte("created_at", created_at)
      .or(`created_at.gt."${created_at}",and(created_at.eq."${created_at}",id.gt.${id})`);
  }
  return dataOf(query.order("created_at").order("id").limit(pageSize), source.signal);
}

/** Leaves out who is on the suppression list; it holds hashes, so the database has to look. */
async function withoutSuppressed({ supabase, signal }: Source, rows: ExportRow[]): Promise<ExportRow[]> {
  const addresses = JSON.stringify(rows.map(({ email }) => email));
  const found = await dataOf(supabase.rpc("suppressed_among", { addresses }).retry(false), signal);
  const suppressed = new Set(v.parse(v.array(v.number()), found));
  return rows.filter((_, place) => !suppressed.has(place));
}

const same = (a: Cursor, b: Cursor): boolean => a.created_at === b.created_at && a.id === b.id;

/**
 * Pages of rows after one key and up to another, in the order of (created_at, id). The next page is fetched while the
 * caller works on this one.
 */
export async function* pages(
  source: Source,
  request: ExportRequest,
  after: Cursor | undefined,
  through: Cursor,
): AsyncGenerator<ExportRow[]> {
  if (after && same(after, through)) return;
  const needed = ["created_at", "id", ...(request.mailable ? ["email"] : [])];
  const columns = [...new Set([...request.columns, ...needed])].join(",");
  let next: Promise<ExportRow[]> | undefined = page(source, request, columns, after, through);
  while (next) {
    const rows: ExportRow[] = await next;
    const end = rows.findIndex((row) => same(row, through));
    const wanted = end === -1 ? rows : rows.slice(0, end + 1);
    const last = wanted.at(-1);
    if (!last) return;
    next = end === -1 ? page(source, request, columns, last, through) : undefined;
    // Handled when awaited; until then it must not count as unhandled.
    next?.catch(() => undefined);
    yield request.mailable ? await withoutSuppressed(source, wanted) : wanted;
  }
}
