import { ClocksDifferError, requireOneTime } from "../../../server/retention/clocks.ts";
import { pruneRecords } from "../../../server/retention/prune.ts";
import { callFunction } from "../../cli/calls.ts";
import { type BackendContext, mailSettings } from "../../cli/context.ts";
import { CliError, interruptedError } from "../../cli/errors.ts";
import { say } from "../../cli/io.ts";
import { inDoubt, lostAnswers, lostText } from "../../cli/lostAnswers.ts";
import { counted } from "../../cli/amounts.ts";
import { openBar } from "./openBar.ts";

/** Options of `prune`, as commander gives them. */
export interface PruneOptions {
  dryRun?: true;
  mailsAfter: number;
}

/**
 * Erases data past its retention time. It can be repeated after any interruption.
 * @throws CliError `failed` when clocks differ, `unreachable`, `interrupted`; what was erased before stays erased.
 */
export async function prune(context: BackendContext, { dryRun, mailsAfter }: PruneOptions): Promise<void> {
  const { unconfirmedDays } = mailSettings(context.settings);
  const call = (request: string) => {
    if (context.signal.aborted) throw interruptedError();
    return callFunction(context, "prune_page", { request });
  };
  const report = () => callFunction(context, "schema_report", {});
  await requireOneTime(report, context.clock).catch((cause: unknown) => {
    if (!(cause instanceof ClocksDifferError)) throw cause;
    const hint = "Set the clock by NTP on the one that is wrong, and run it again.";
    throw new CliError("failed", cause.message, { hint, cause });
  });
  const lost = lostAnswers(context);
  const days = { unconfirmed: unconfirmedDays, ended: mailsAfter };
  const bar = await openBar(context);
  const pruning = { dryRun: Boolean(dryRun), looked: bar.looked };
  const { unconfirmed, accounts, left, links, mails } = await pruneRecords(call, days, pruning)
    .catch((error: unknown) => {
      throw dryRun ? error : inDoubt(lost)(error);
    })
    .finally(bar.end);
  const what = `${counted(unconfirmed, "person", "people")} and ${counted(accounts, "account")} not confirmed within ${counted(unconfirmedDays, "day")}, ${counted(left, "person", "people")} who unsubscribed over ${counted(mailsAfter, "day")} ago, ${counted(links, "expired link")}, ${counted(mails, "mail")} that ended over ${counted(mailsAfter, "day")} ago`;
  say(context, dryRun ? `Would erase ${what}.` : `Erased ${what}.${lostText(lost())}`);
}
