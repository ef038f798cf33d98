import type { BackendContext } from "../../cli/context.ts";
import { CliError } from "../../cli/errors.ts";
import { say, write } from "../../cli/io.ts";
import { count, counted, longSpan } from "../../../server/lib/amounts.ts";
import { table, withFigures } from "../../cli/table.ts";
import { printableJson } from "../../cli/terminalText.ts";
import { readMailReport } from "../../operator/mails.ts";
import { bounceable, failuresOf, type MailReport, restoredMails, total } from "../../../server/launch/mailReport.ts";
import { share } from "../../../server/lib/amounts.ts";
import { heldBack, namesSender, senderHint } from "../../../server/launch/deliveryHint.ts";
import { howToGoOn, pauseText } from "../../../server/launch/pause.ts";

/** What became of the current wave, if mails of it were sent. */
function waveRows({ list: { sent, bounced, complained } }: MailReport): string[][] {
  const returned = `${share(bounced, sent)} bounced, ${share(complained, sent)} complained`;
  return sent > 0 ? [["This wave", count(sent), returned]] : [];
}

/**
 * Shows the state of the mails.
 * @throws CliError `failed` when mails failed that should have been sent, `unreachable`.
 */
export async function showMailStatus(context: BackendContext, { json }: { json?: true }): Promise<void> {
  const report = await readMailReport(context);
  const failures = failuresOf(report);
  if (json) await write(context.out, printableJson({ ...report, failures }));
  else {
    const sent = total(report.sent);
    const age =
      report.oldest_due_seconds === null ? "" : `, the oldest for ${longSpan(report.oldest_due_seconds * 1000)}`;
    const rows = [
      ["Queued", count(report.queued), `${count(report.due)} due, ${count(report.leased)} sending${age}`],
      ...Object.entries(report.queued_kinds).map(([kind, n]) => ["", count(n), kind]),
      ...Object.entries(report.errors).map(([code, n]) => ["", count(n), `retrying after ${code}`]),
      ...waveRows(report),
      ["Sent in 30 days", count(sent), ""],
      ...Object.entries(report.sent).map(([kind, n]) => ["", count(n), kind]),
      ["Failed", count(total(report.failed)), ""],
      ...Object.entries(report.failed).map(([why, n]) => ["", count(n), why]),
      ["Bounced in 30 days", count(report.bounced), share(report.bounced, bounceable(report))],
      ["Complained in 30 days", count(report.complained), share(report.complained, sent)],
    ];
    await write(context.out, table(withFigures(rows, [1])));
    if (Object.keys(report.errors).some(namesSender)) say(context, senderHint);
    const held = restoredMails(report);
    if (held > 0) say(context, `${heldBack(held).text} ${heldBack(held).remedy}`);
    if (report.paused) say(context, `${pauseText(report)}\n${howToGoOn}`);
  }
  if (failures > 0)
    throw new CliError("failed", `${counted(failures, "mail")} failed.`, {
      hint: "See which: npx prelaunch mail failed; once the cause is repaired: npx prelaunch mail retry",
    });
}
