import { count, counted } from "../../../server/lib/amounts.ts";
import { type BackendContext, whereOf } from "../../cli/session/context.ts";
import { interruptedError } from "../../data/errors.ts";
import { say } from "../../cli/terminal/io.ts";
import { progress } from "../../cli/terminal/progress.ts";
import { confirmed } from "../../cli/terminal/prompts.ts";
import { applicationsSoFar, eraseApplications } from "../../operator/applications.ts";
import { unerasedText } from "../../cli/sentences/erasure.ts";

export interface EraseOptions {
  dryRun?: true;
  yes?: true;
}

/**
 * Erases all applications with their history and mails, after a confirmation; those that are newer than the newest
 * one at the start stay. It can be repeated after any interruption.
 * @throws CliError `usage` when nobody can be asked and --yes is missing, `failed` when the answer was not the
 *   number, `unreachable`, `interrupted`; what was erased before stays erased.
 */
export async function eraseAll(context: BackendContext, { dryRun, yes }: EraseOptions): Promise<void> {
  const found = await applicationsSoFar(context);
  if (!found) return say(context, "There are no applications.");
  const { until, total, pending } = found;
  say(context, `${counted(total, "application")} in ${whereOf(context)}, of which ${count(pending)} pending.`);
  if (dryRun) return say(context, "Nothing was erased (--dry-run).");
  if (!yes)
    await confirmed(context, {
      question: `This cannot be undone. Type the number of applications to erase them (${total}):`,
      typed: String(total),
      refusal: "That is a different number. Nothing was erased.",
      hint: "Give --yes to erase without being asked.",
    });
  const shown = progress(context, "Erasing", total);
  const erased = await eraseApplications(context, until, shown.at)
    .catch((error: unknown) => {
      throw context.signal.aborted ? interruptedError("Run it again to erase the rest.") : error;
    })
    .finally(() => shown.end());
  say(
    context,
    `Erased ${counted(erased.applications, "application")}, their history and the record of ${counted(erased.mails, "mail")}.\nAccounts and mails in the inbox folder stay; \`npx prelaunch erase\` removes a person's. ${await unerasedText(context)}`,
  );
}
