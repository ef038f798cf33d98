import { countOf, type Data, dataOf } from "../data/calls.ts";
import { allRows, counting, firstRows, type Key, keyset, oldestFirst, selection, type Span } from "./pages.ts";

const decisions = "beta_application_events";

/** Counts the decisions on applications in a period. @throws CliError as `dataOf` does. */
export const countDecisions = (data: Data, span: Span): Promise<number> =>
  countOf(selection(data, decisions, [], span, counting), data.signal);

/** Reads chosen columns and the key of all decisions in a period, oldest first. @throws CliError as `dataOf` does. */
export const allDecisions = <T>(data: Data, span: Span, columns: readonly string[]): AsyncGenerator<(Key & T)[]> =>
  allRows(data.signal, () => selection<T>(data, decisions, columns, span));

/** The oldest events of the webhook that its receiver never took, at most `most`. @throws CliError as `dataOf` does. */
export const failedEvents = ({ supabase, signal }: Data, most: number) =>
  firstRows(signal, { most }, (after) => {
    const failed = supabase.from("webhook_events").select("id, type, created_at, attempts, last_error");
    return keyset(failed.not("failed_at", "is", null), oldestFirst, after);
  });

/** Makes those events due again, and returns how many. It can be repeated. @throws CliError as `dataOf` does. */
export async function retryEvents({ supabase, signal }: Data, now: Date): Promise<number> {
  const again = { failed_at: null, failing_since: null, attempts: 0, not_before: now.toISOString() };
  const failed = supabase.from("webhook_events").update(again).not("failed_at", "is", null).select("id");
  return (await dataOf(failed, signal)).length;
}
