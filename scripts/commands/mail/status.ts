import type { BackendContext } from "../../cli/session/context.ts";
import { deliveryHints } from "../../../server/launch/deliveryHint.ts";
import { notSentWords } from "../../../server/launch/mailReport.ts";
import { shown } from "../../../server/launch/finding.ts";
import { troubles } from "../../../server/launch/findings.ts";
import { waitText } from "../../../server/launch/pause.ts";
import { readLaunch } from "../../operator/launch.ts";
import { localTime } from "../../operator/startTime.ts";
import { CliError } from "../../data/errors.ts";
import { say, write } from "../../cli/terminal/io.ts";
import { count, counted, longSpan, share } from "../../../server/lib/amounts.ts";
import { table, withFigures } from "../../cli/terminal/table.ts";
import { printableJson } from "../../cli/terminal/terminalText.ts";
import { bounceable, failuresOf, type MailReport, total } from "../../../server/launch/mailReport.ts";

/** The figures of the current wave, if any of its mails were sent. */
function waveRows({ list: { sent, bounced, complained } }: MailReport): string[][] {
  const returned = `${share(bounced, sent)} bounced, ${share(complained, sent)} complained`;
  return sent > 0 ? [["This wave", count(sent), returned]] : [];
}

/** The figures of the mails. A mail that no longer needs to be sent does not count as failed. */
function statusRows(report: MailReport): string[][] {
  const { queued, queued_kinds: kinds, due, leased, oldest_due_seconds: oldest, errors, failed } = report;
  const sent = total(report.sent);
  const age = oldest === null ? "" : `, the oldest for ${longSpan(oldest * 1000)}`;
  const of = (counts: Record<string, number>, text = (what: string) => what) =>
    Object.entries(counts).map(([what, n]) => ["", count(n), text(what)]);
  const failures = failuresOf(report);
  return [
    ["Queued", count(queued), `${count(due)} due, ${count(leased)} sending${age}`],
    ...of(kinds),
    ...report.scheduled.map(({ wave, at, queued: n }) => [
      "Scheduled",
      count(n),
      `from ${localTime(new Date(at))} on: wave ${wave}`,
    ]),
    ...(report.paused ? [["Paused", count(report.queued_to_list), "those to the list"]] : []),
    ...of(errors, (code) => `retrying after ${code}`),
    ...waveRows(report),
    ["Sent in 30 days", count(sent), ""],
    ...of(report.sent),
    ["Failed", count(failures), failures > 0 ? "and should have been sent" : ""],
    ["Not sent", count(total(failed)), total(failed) > 0 ? "with these, by reason" : ""],
    ...of(failed, (code) => notSentWords[code] ?? code),
    ["Bounced in 30 days", count(report.bounced), share(report.bounced, bounceable(report))],
    ["Complained in 30 days", count(report.complained), share(report.complained, sent)],
  ];
}

/**
 * Shows how many mails are queued, sent and failed.
 * @throws CliError `failed` when mails failed that should have been sent, `unreachable`.
 */
export async function showMailStatus(context: BackendContext, { json }: { json?: true }): Promise<void> {
  const { report, findings } = await readLaunch(context);
  const { mails } = report;
  const failures = failuresOf(mails);
  const said = findings.filter(({ check }) => check === "mail");
  if (json)
    await write(
      context.out,
      printableJson({
        ...mails,
        ...report.sender,
        failures,
        findings: said.map(shown),
      }),
    );
  else {
    await write(context.out, table(withFigures(statusRows(mails), [1])));
    // Failures are named even when they are too few to count as trouble, because a person who looks here has a
    // reason to.
    if (troubles(said).length === 0) for (const hint of deliveryHints(Object.keys(mails.errors))) say(context, hint);
    const wait = waitText(mails);
    if (wait !== undefined) say(context, wait);
    for (const { message, remedy } of troubles(said))
      say(context, remedy === undefined ? message : `${message}\n${remedy}`);
  }
  if (failures > 0)
    throw new CliError(
      "failed",
      `${counted(failures, "mail")} failed.`,
      // What to do is said above already, if this is a trouble.
      json || troubles(said).length === 0
        ? { hint: "See which: npx prelaunch mail failed; once the cause is repaired: npx prelaunch mail retry" }
        : {},
    );
}
