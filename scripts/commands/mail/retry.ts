import { callFunction } from "../../cli/calls.ts";
import type { BackendContext } from "../../cli/context.ts";
import { say } from "../../cli/io.ts";
import { inDoubt, lostAnswers, lostText } from "../../cli/lostAnswers.ts";
import { counted } from "../../cli/amounts.ts";
import { progressBar } from "../../cli/progressBar.ts";
import { deadLetters, readMailReport } from "../../records/mailReport.ts";

/** Mails per call. */
const most = 2000;

/**
 * Makes mails that ended unsent due again. It can be repeated.
 * @throws CliError `unreachable`, `interrupted`; the mails of earlier calls are due again then.
 */
export async function retryMails(context: BackendContext): Promise<void> {
  let retried = 0;
  const lost = lostAnswers(context);
  const bar = progressBar(context, context.interactive ? deadLetters(await readMailReport(context)) : 0);
  try {
    for (let now = most; now === most; bar.at((retried += now)))
      now = await callFunction(context, "retry_emails", { most }).catch(inDoubt(lost));
  } finally {
    bar.end();
  }
  say(context, `${counted(retried, "mail is", "mails are")} due again.${lostText(lost())}`);
}
