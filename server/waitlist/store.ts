import type { WaitlistEntry } from "../contract/waitlist.ts";
import { ProblemError } from "../http/problem.ts";
import type { Supabase } from "../supabase/client.ts";
import { uniqueViolation } from "../supabase/errors.ts";

/**
 * The first table call of spec section 7: at most one row, of which only the existence matters.
 * @throws ProblemError `store_unavailable`
 */
export async function isOnWaitlist(supabase: Supabase, email: string): Promise<boolean> {
  const { data, error } = await supabase.from("waitlist").select("email").eq("email", email).limit(1).retry(false);
  if (error) throw new ProblemError("store_unavailable", { cause: error });
  return data.length > 0;
}

/**
 * The second table call of spec section 7. The unique index decides between two sign-ups at the same moment.
 * @throws ProblemError `already_subscribed`, `store_unavailable`
 */
export async function insertIntoWaitlist(supabase: Supabase, { email, source }: WaitlistEntry): Promise<void> {
  const { error } = await supabase.from("waitlist").insert({ email, notified: false, ...(source ? { source } : {}) });
  if (error?.code === uniqueViolation) throw new ProblemError("already_subscribed");
  if (error) throw new ProblemError("store_unavailable", { cause: error });
}
