import type { SupabaseClient } from "@supabase/supabase-js";
import type { Backend } from "../../cli/backend.ts";
import { dataOf } from "../../cli/calls.ts";

/** A row of any table with all its columns. */
export type TableRow = Record<string, unknown>;

/** Where rows come from or go to. */
export type Side = Pick<Backend, "supabase"> & { signal: AbortSignal };

/** Rows asked for at a time; a server may give fewer. */
const pageSize = 1000;

/** Which rows of a table. */
export interface Part {
  /** Their columns in PostgREST's syntax; all by default. */
  columns?: string | undefined;
  /** The first and the last key. */
  range?: readonly [first: string, last: string];
}

/**
 * The rows of a table in pages, ordered by their text or UUID key.
 * @throws CliError `unreachable`, `configuration`, `failed` or `interrupted`.
 */
export async function* rowsOf(
  side: Side,
  table: string,
  key: string,
  { columns = "*", range }: Part = {},
): AsyncGenerator<TableRow[]> {
  // Not typed by table: tables are copied whole, whatever their columns.
  const supabase: SupabaseClient = side.supabase;
  let after: string | undefined;
  for (;;) {
    let query = supabase.from(table).select<string, TableRow>(columns).order(key).limit(pageSize).retry(false);
    if (range) query = query.gte(key, range[0]).lte(key, range[1]);
    const rows: TableRow[] = await dataOf(after === undefined ? query : query.gt(key, after), side.signal);
    const last = rows.at(-1)?.[key];
    if (typeof last !== "string") return;
    yield rows;
    after = last;
  }
}

/**
 * The rows of a table with ids from that of the first to that of the last of `rows`, which are in their order, in pages.
 * @throws CliError `unreachable`, `configuration`, `failed` or `interrupted`.
 */
export async function* rowsAmong(
  side: Side,
  table: string,
  rows: readonly { id: string }[],
  columns: string,
): AsyncGenerator<TableRow[]> {
  const [first, last] = [rows[0]?.id, rows.at(-1)?.id];
  if (first === undefined || last === undefined) return;
  yield* rowsOf(side, table, "id", { columns, range: [first, last] });
}
