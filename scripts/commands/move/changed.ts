import { rowCountOf } from "../../cli/calls.ts";
import type { Side } from "./rows.ts";

/**
 * How often somebody here confirmed, left, or was answered since a time: the row may have been copied before.
 * @throws CliError `unreachable`, `configuration`, `failed` or `interrupted`.
 */
export async function changedSince({ supabase, signal }: Side, since: string): Promise<number> {
  const counted = { count: "exact", head: true } as const;
  const confirmed = supabase.from("waitlist").select("*", counted).gte("confirmed_at", since);
  const left = supabase.from("waitlist").select("*", counted).gte("unsubscribed_at", since);
  const answered = supabase.from("beta_application_events").select("*", counted).gte("created_at", since);
  return (
    (await rowCountOf(confirmed.retry(false), signal)) +
    (await rowCountOf(left.retry(false), signal)) +
    (await rowCountOf(answered.retry(false), signal))
  );
}
