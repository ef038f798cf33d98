import { dataOf } from "../../cli/calls.ts";
import type { BackendContext } from "../../cli/context.ts";
import { say } from "../../cli/io.ts";
import { count } from "../../cli/progressBar.ts";

/** Makes mails due again that ended unsent. It may be repeated. */
export async function retryMails(context: BackendContext): Promise<void> {
  const retried = await dataOf(context.supabase.rpc("retry_emails").retry(false), context.signal);
  say(context, `${count(retried)} ${retried === 1 ? "mail is" : "mails are"} due again.`);
}
