import type { Functions } from "../../server/store/functions.ts";
import type { Supabase } from "../../server/supabase/client.ts";
import { type Answer, callError } from "./callError.ts";

/** The data of a backend, as every verb reaches it; a `BackendContext` is one. */
export interface Data {
  supabase: Supabase;
  signal: AbortSignal;
}

/** Most rows of one page; a hosted project's REST service gives no more at once. */
export const pageSize = 1000;

/**
 * The data of a call.
 * @throws CliError `unreachable`, `configuration`, `failed` or `interrupted`.
 */
export async function dataOf<T, A extends Answer<T>>(
  call: PromiseLike<A & Answer<T>>,
  signal: AbortSignal,
): Promise<NonNullable<A["data"]>> {
  const answer = await call;
  if (answer.error || answer.data === null || answer.data === undefined) throw callError(answer, signal);
  return answer.data;
}

/** Waits for a write that returns no rows. @throws CliError as {@link dataOf}. */
export async function done(call: PromiseLike<Answer<unknown>>, signal: AbortSignal): Promise<void> {
  const answer = await call;
  if (answer.error) throw callError(answer, signal);
}

/** Calls a function of supabase/migrations. @throws CliError as {@link dataOf}. */
export const callFunction = <Name extends keyof Functions>(
  { supabase, signal }: Data,
  name: Name,
  args: Functions[Name]["Args"],
) => dataOf(supabase.rpc(name, args).retry(false), signal);

/** The number of rows that a call with `{ count: "exact", head: true }` matches. @throws CliError as {@link dataOf}. */
export async function countOf(
  call: PromiseLike<Answer<unknown> & { count: number | null }>,
  signal: AbortSignal,
): Promise<number> {
  const answer = await call;
  if (answer.error || answer.count === null) throw callError(answer, signal);
  return answer.count;
}

/** The place of a row in the order of pages. */
export interface Key {
  created_at: string;
  id: string;
}

/**
 * The filter for the rows after a key, to be used with `.gte("created_at", after.created_at)`, by which PostgreSQL uses the index; such as
 * `supabase.from("waitlist").select().gte("created_at", after.created_at).or(beyond(after))`.
 */
export const beyond = ({ created_at, id }: Key): string =>
  `created_at.gt."${created_at}",and(created_at.eq."${created_at}",id.gt.${id})`;

/**
 * Reads a table by keyset pagination: `query` asks for the rows after a key, ordered by `created_at` and `id`, with a limit of
 * {@link pageSize}. Ends with the first page that is not full.
 * @throws CliError as {@link dataOf}.
 */
export async function* pages<Row extends Key>(
  signal: AbortSignal,
  query: (after: Key | undefined) => PromiseLike<Answer<Row[] | null>>,
): AsyncGenerator<Row[]> {
  for (let after: Key | undefined; ;) {
    const rows: Row[] = await dataOf<Row[] | null, Answer<Row[] | null>>(query(after), signal);
    if (rows.length > 0) yield rows;
    if (rows.length < pageSize) return;
    after = rows.at(-1);
  }
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
