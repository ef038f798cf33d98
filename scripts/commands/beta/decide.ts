import { count } from "../../../server/lib/amounts.ts";
import type { BackendContext } from "../../cli/session/context.ts";
import { decisionVerbs, describeOutcome } from "../../cli/sentences/decisions.ts";
import { CliError } from "../../data/errors.ts";
import { say, write, writeMessage } from "../../cli/terminal/io.ts";
import { confirmed } from "../../cli/terminal/prompts.ts";
import { printableJson } from "../../cli/terminal/terminalText.ts";
import type { ApplicationStatus } from "../../../server/contract/limits.ts";
import { review, tidyNote } from "../../operator/applications.ts";
import { findApplications, refusalOf } from "./choose.ts";
import { shortId, who } from "./show.ts";
import { operatorName } from "../../cli/session/settings.ts";
import { senderText } from "../../cli/sentences/sending.ts";

export interface DecideOptions {
  as?: string;
  note?: string;
  dryRun?: true;
  yes?: true;
  json?: true;
}

/**
 * Decides on applications, or reopens them: each by itself, in the order given. It can be repeated after any
 * interruption.
 * @throws CliError `usage`, `failed` when one of them could not be decided on, `unreachable`, `interrupted`.
 */
export async function decide(
  context: BackendContext,
  decision: ApplicationStatus,
  ids: readonly string[],
  { as, note, dryRun, yes, json }: DecideOptions,
): Promise<void> {
  const change = { decision, actor: operatorName(context, as), note: tidyNote(note), dryRun: dryRun === true };
  const applications = await findApplications(context, ids);
  if (!dryRun && !yes && decision !== "pending" && applications.length > 1) {
    for (const one of applications) writeMessage(context, `${shortId(one)}  ${who(one, context)}`);
    await confirmed(context, {
      question: `Tell these ${count(applications.length)} people that they are ${decisionVerbs[decision]}?`,
      refusal: "Nothing was decided.",
      hint: "Give --yes to mail several people without being asked, or --dry-run to see what would be done.",
    });
  }
  const results: object[] = [];
  const refusals: CliError[] = [];
  let mailQueued = false;
  for (const application of applications) {
    const { id } = application;
    const refusal = await refusalOf(async () => {
      const outcome = await review(context, id, change);
      results.push({ id, ...outcome });
      mailQueued ||= outcome.mail_queued;
      say(context, `${shortId(application)}  ${describeOutcome(decision, outcome)}${dryRun ? " (--dry-run)" : ""}`);
    });
    if (!refusal) continue;
    results.push({ id, error: refusal.message });
    refusals.push(refusal);
  }
  if (json) await write(context.out, printableJson(results));
  if (!dryRun && mailQueued) {
    say(context, "Until then it can be taken back, and no mail goes: npx prelaunch beta reopen ID");
    say(context, senderText(context));
  }
  if (refusals[0] && applications.length === 1) throw refusals[0];
  for (const { message } of refusals) writeMessage(context, message);
  if (refusals.length > 0)
    throw new CliError(
      "failed",
      `${count(refusals.length)} of ${count(applications.length)} could not be ${decisionVerbs[decision]}.`,
    );
}
