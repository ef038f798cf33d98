import type { SupabaseClient } from "@supabase/supabase-js";
import { type Answer, type Data, dataOf } from "../data/calls.ts";

/**
 * The number of rows that one request asks for. A hosted project may return fewer, because its "Max rows" can be
 * lowered.
 */
export const pageSize = 1000;

/** An order of rows: by a column, and by `id` among rows with the same value. */
export interface RowOrder {
  column: string;
  ascending: boolean;
}

export const oldestFirst = { column: "created_at", ascending: true } as const satisfies RowOrder;
export const newestFirst = { column: "created_at", ascending: false } as const satisfies RowOrder;

/**
 * A place in an order: a value of its column, and the id of the row with it. In the order of people's places `joined`
 * is when the person joined.
 */
export interface Place {
  value: string | number;
  joined?: string | undefined;
  id: string;
}

/** The columns that a row needs to be read by {@link pages}. */
export interface Key {
  created_at: string;
  id: string;
}

/** The period in which rows were made: from `since` to just before `until`. */
export interface Span {
  since?: Date | undefined;
  until?: Date | undefined;
}

/** Makes {@link selection} count the rows instead of reading them. */
export const counting = { count: "exact", head: true } as const;

/** The query for the key and chosen columns of the rows of a table or view that were made in a period. */
export function selection<T>(
  data: Data,
  table: string,
  columns: readonly string[],
  { since, until }: Span,
  how: { count?: "exact"; head?: boolean } = {},
) {
  // The client is not typed by table here, because the columns are chosen at run time.
  const supabase: SupabaseClient = data.supabase;
  const named = [...new Set([...columns, "created_at", "id"])].join(",");
  let query = supabase.from(table).select<string, Key & T>(named, how);
  if (since) query = query.gte("created_at", since.toISOString());
  if (until) query = query.lt("created_at", until.toISOString());
  return query;
}

/** A query of supabase-js, as far as {@link keyset} needs it. */
interface Query {
  gte(column: string, value: unknown): this;
  lte(column: string, value: unknown): this;
  or(filters: string): this;
  order(column: string, options: { ascending: boolean }): this;
}

/**
 * The rows of a query in an order, after a place or from the first one. The condition on the column alone follows
 * from the other condition, but PostgreSQL needs it to find the place in the index.
 */
export function keyset<Q extends Query>(query: Q, { column, ascending }: RowOrder, after: Place | undefined): Q {
  const ordered = query.order(column, { ascending }).order("id", { ascending });
  if (!after) return ordered;
  const { value, id } = after;
  const comparison = ascending ? "gt" : "lt";
  return ordered[ascending ? "gte" : "lte"](column, value).or(
    `${column}.${comparison}."${value}",and(${column}.eq."${value}",id.${comparison}.${id})`,
  );
}

/** The rows of a query of people by their places (docs/growth.md): who has most friends, then who joined first. */
export function keysetOfPlaces<Q extends Query>(query: Q, after: Place | undefined): Q {
  const ordered = query.order("friends", { ascending: false });
  const all = ordered.order("created_at", { ascending: true }).order("id", { ascending: true });
  if (!after) return all;
  const { value, joined = "", id } = after;
  const tied = `friends.eq."${value}"`;
  return all
    .lte("friends", value)
    .or(
      `friends.lt."${value}",and(${tied},created_at.gt."${joined}"),and(${tied},created_at.eq."${joined}",id.gt.${id})`,
    );
}

const placeInTime = ({ created_at: value, id }: Key): Place => ({ value, id });

/**
 * Reads a table by pages in the order of times. `query` asks for the rows after a place, with a limit of {@link
 * pageSize}. Reading ends with an empty page, because a short one may be all that the service returns at once.
 * @throws CliError as {@link dataOf}.
 */
export async function* pages<Row extends Key>(
  signal: AbortSignal,
  query: (after: Place | undefined) => PromiseLike<Answer<Row[] | null>>,
): AsyncGenerator<Row[]> {
  for (let after: Place | undefined; ;) {
    const rows: Row[] = await dataOf<Row[] | null, Answer<Row[] | null>>(query(after), signal);
    const last = rows.at(-1);
    if (!last) return;
    yield rows;
    after = placeInTime(last);
  }
}

interface Selection<Row> extends Query {
  limit(count: number): PromiseLike<Answer<Row[] | null>>;
}

interface First<Row> {
  most: number;
  /** Reading begins after this place. */
  after?: Place | undefined;
  /** Returns the place of a row; by default its place in the order of times. */
  placeOf?: (row: Row) => Place;
  /** The total number of rows, if it is being counted at the same time. */
  total?: Promise<number> | undefined;
}

/**
 * Reads the first rows of a query, in its order. It asks again while the service returns fewer than `most`, until
 * there are no more.
 * @throws CliError as {@link dataOf}.
 */
export async function firstRows<Row extends Key>(
  signal: AbortSignal,
  { most, after, placeOf = placeInTime, total }: First<Row>,
  query: (after: Place | undefined) => Selection<Row>,
): Promise<Row[]> {
  const found: Row[] = [];
  for (let place = after; found.length < most;) {
    const limit = Math.min(most - found.length, pageSize);
    const rows: Row[] = await dataOf<Row[] | null, Answer<Row[] | null>>(query(place).limit(limit), signal);
    const last = rows.at(-1);
    if (!last) break;
    found.push(...rows);
    if (found.length < most && found.length === (await total)) break;
    place = placeOf(last);
  }
  return found;
}

/**
 * Reads all rows of a query by pages, oldest first, up to the row that was the newest at the start: rows added in
 * the meantime would keep it going.
 * @throws CliError as {@link dataOf}.
 */
export async function* allRows<Row extends Key>(
  signal: AbortSignal,
  query: () => Selection<Row>,
): AsyncGenerator<Row[]> {
  const [newest] = await dataOf<Row[] | null, Answer<Row[] | null>>(
    keyset(query(), newestFirst, undefined).limit(1),
    signal,
  );
  if (!newest) return;
  yield* pages(signal, (after) =>
    keyset(query().lte("created_at", newest.created_at), oldestFirst, after).limit(pageSize),
  );
}

/** Gathers items, in their order, into batches of `size`; only one batch is in memory. The last one may be smaller. */
export async function* batches<T>(items: Iterable<T> | AsyncIterable<T>, size: number): AsyncGenerator<T[]> {
  let batch: T[] = [];
  for await (const item of items) {
    batch.push(item);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
