import { dataOf } from "../../cli/calls.ts";
import type { BackendContext } from "../../cli/context.ts";
import { interruptedError } from "../../cli/errors.ts";
import { say } from "../../cli/io.ts";
import { counted } from "../../cli/amounts.ts";

/** Mails of one call. */
const most = 2000;

/**
 * Makes mails due again that ended unsent. It may be repeated.
 * @throws CliError `unreachable`, `interrupted`; mails of calls before have been made due.
 */
export async function retryMails(context: BackendContext): Promise<void> {
  let retried = 0;
  for (let now = most; now === most; retried += now) {
    if (context.signal.aborted) throw interruptedError();
    now = await dataOf(context.supabase.rpc("retry_emails", { most }).retry(false), context.signal);
  }
  say(context, `${counted(retried, "mail is", "mails are")} due again.`);
}
