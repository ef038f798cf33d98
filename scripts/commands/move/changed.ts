import { callError } from "../../cli/calls.ts";
import type { Side } from "./rows.ts";

/**
 * How often somebody here confirmed, left, or was answered since a time: the row may have been copied before.
 * @throws CliError `unreachable`, `configuration`, `failed` or `interrupted`.
 */
export async function changedSince({ supabase, signal }: Side, since: string): Promise<number> {
  const counted = { count: "exact", head: true } as const;
  const answers = [
    await supabase.from("waitlist").select("*", counted).gte("confirmed_at", since).retry(false),
    await supabase.from("waitlist").select("*", counted).gte("unsubscribed_at", since).retry(false),
    await supabase.from("beta_application_events").select("*", counted).gte("created_at", since).retry(false),
  ];
  let changes = 0;
  for (const answer of answers) {
    if (answer.error || answer.count === null) throw callError(answer, signal);
    changes += answer.count;
  }
  return changes;
}
