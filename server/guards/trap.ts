import { ProblemError } from "../http/problem.ts";
import type { Supabase } from "../supabase/client.ts";

/**
 * Whether a form came with the field that only a machine fills (`trapName`); if so it is counted by day and
 * form, and nothing else of it is kept.
 * @throws ProblemError `store_unavailable`, as storing the form would.
 */
export async function isTrapped(
  supabase: Supabase,
  form: "waitlist" | "beta",
  trap: string | null | undefined,
): Promise<boolean> {
  if (!trap) return false;
  const { error } = await supabase.rpc("count_trapped", { sent_form: form });
  if (error) throw new ProblemError("store_unavailable", { cause: error });
  return true;
}
