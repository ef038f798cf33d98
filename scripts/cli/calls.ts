import type { SupabaseClient } from "@supabase/supabase-js";
import { countOf as countRows } from "./data.ts";

export { type Answer, callError, diskFullError } from "./callError.ts";
export { callFunction, countOf as rowCountOf, dataOf } from "./data.ts";

/** How many rows a table has. @throws CliError `unreachable`, `configuration`, `failed` or `interrupted`. */
export function countOf(
  { supabase, signal }: { supabase: SupabaseClient; signal: AbortSignal },
  table: string,
): Promise<number> {
  return countRows(supabase.from(table).select("*", { count: "exact", head: true }).retry(false), signal);
}
