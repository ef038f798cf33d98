import * as v from "valibot";
import type { Backend } from "./backend.ts";
import { type Answer, dataOf } from "./calls.ts";

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
  { url, secretKey, fetch: send, signal }: Pick<Backend, "url" | "secretKey" | "fetch"> & { signal: AbortSignal },
  { table, key }: InsertTarget,
  rows: readonly object[],
): Promise<number> {
  const [first] = rows;
  if (!first) return 0;
  const columns = Object.keys(first).map((column) => `"${column}"`);
  const query = new URLSearchParams({ on_conflict: key, columns: columns.join(","), select: key });
  const answer = await send(`${url}/rest/v1/${table}?${query.toString()}`, {
    method: "POST",
    headers: {
      apikey: secretKey,
      authorization: `Bearer ${secretKey}`,
      "content-type": "application/json",
      prefer: "resolution=ignore-duplicates,return=representation",
    },
    body: JSON.stringify(rows),
  }).then(readAnswer, (error: unknown) => ({
    status: 0,
    data: null,
    error: { message: error instanceof Error ? error.message : String(error) },
  }));
  return (await dataOf(Promise.resolve(answer), signal)).length;
}

const refusal = v.object({ message: v.string(), code: v.optional(v.string()) });

async function readAnswer(response: Response): Promise<Answer<unknown[] | null>> {
  const body: unknown = await response.json().catch(() => undefined);
  const { status } = response;
  if (response.ok) return { status, error: null, data: Array.isArray(body) ? body : null };
  const { success, output } = v.safeParse(refusal, body);
  return {
    status,
    data: null,
    error: success
      ? { message: output.message, ...(output.code === undefined ? {} : { code: output.code }) }
      : { message: "" },
  };
}
