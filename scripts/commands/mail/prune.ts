import * as v from "valibot";
import { dataOf } from "../../cli/calls.ts";
import { type BackendContext, mailSettings } from "../../cli/context.ts";
import { say } from "../../cli/io.ts";
import { count } from "../../cli/progressBar.ts";

/** Options of `prune`, as commander gives them. */
export interface PruneOptions {
  dryRun?: true;
  mailsAfter: number;
}

const gone = v.object({ people: v.number(), tokens: v.number(), mails: v.number() });

/** Erases what is kept for nothing. It may be repeated after any stop. */
export async function prune(context: BackendContext, { dryRun, mailsAfter }: PruneOptions): Promise<void> {
  const { unconfirmedDays } = mailSettings(context.settings);
  const args = { unconfirmed_days: unconfirmedDays, outbox_days: mailsAfter, rehearsal: Boolean(dryRun) };
  const answer = await dataOf(context.supabase.rpc("prune_records", args).retry(false), context.signal);
  const { people, tokens, mails } = v.parse(gone, answer);
  const what = `${count(people)} who did not confirm in ${unconfirmedDays} days, ${count(tokens)} expired links, ${count(mails)} mails that ended over ${mailsAfter} days ago`;
  say(context, dryRun ? `Would erase ${what}.` : `Erased ${what}.`);
}
