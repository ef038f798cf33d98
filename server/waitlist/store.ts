import type { WaitlistEntry } from "../contract/waitlist.ts";
import { ProblemError } from "../http/problem.ts";
import type { Supabase } from "../supabase/client.ts";
import { uniqueViolation } from "../supabase/errors.ts";

/**
 * The first table call of requirements 7: at most one row, of which only the existence matters. Who has unsubscribed is
 * on the list no more.
 * @throws ProblemError `store_unavailable`
 */
export async function isOnWaitlist(supabase: Supabase, email: string): Promise<boolean> {
  const { data, error } = await supabase
    .from("waitlist")
    .select("email")
    .eq("email", email)
    .is("unsubscribed_at", null)
    .limit(1)
    .retry(false);
  if (error) throw new ProblemError("store_unavailable", { cause: error });
  return data.length > 0;
}

/**
 * The second table call of requirements 7. The unique index decides between two sign-ups at the same moment. Who had
 * unsubscribed is subscribed anew (docs/decisions/0090).
 * @throws ProblemError `already_subscribed`, `store_unavailable`
 */
export async function insertIntoWaitlist(supabase: Supabase, { email, source }: WaitlistEntry): Promise<void> {
  const { error } = await supabase.from("waitlist").insert({ email, notified: false, ...(source ? { source } : {}) });
  if (error?.code === uniqueViolation) return resubscribe(supabase, email);
  if (error) throw new ProblemError("store_unavailable", { cause: error });
}

/** Of two who ask at the same moment, one finds the row still unsubscribed. */
async function resubscribe(supabase: Supabase, email: string): Promise<void> {
  const { data, error } = await supabase
    .from("waitlist")
    .update({ unsubscribed_at: null, confirmed_at: null, notified: false })
    .eq("email", email)
    .not("unsubscribed_at", "is", null)
    .select("email");
  if (error) throw new ProblemError("store_unavailable", { cause: error });
  if (data.length === 0) throw new ProblemError("already_subscribed");
}
