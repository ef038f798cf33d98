import { callError } from "./calls.ts";
import { parsed, postRest, type RestTarget } from "./postRest.ts";

/** A table that made-up or copied rows go to, and the column by which a row is there already. */
export interface InsertTarget {
  table: string;
  key: string;
}

/**
 * Inserts the rows whose key is not there yet, all with the same columns, and gives how many those were. Written without
 * supabase-js, which gathers the columns of 5,000 rows in time that grows with their square.
 * @throws CliError `unreachable`, `configuration`, `failed` or `interrupted`.
 */
export async function insertMissing(
  target: RestTarget,
  { table, key }: InsertTarget,
  rows: readonly object[],
): Promise<number> {
  const [first] = rows;
  if (!first) return 0;
  const columns = Object.keys(first).map((column) => `"${column}"`);
  const query = new URLSearchParams({ on_conflict: key, columns: columns.join(","), select: key });
  const answer = await postRest(target, `${table}?${query.toString()}`, rows, {
    prefer: "resolution=ignore-duplicates,return=representation",
  });
  const inserted = parsed(answer);
  if (!Array.isArray(inserted)) throw callError({ status: 200, error: null }, target.signal);
  return inserted.length;
}
