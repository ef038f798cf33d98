import type { BackendContext } from "../../cli/context.ts";
import { count, counted, longSpan } from "../../../server/lib/amounts.ts";
import { readMailReport } from "../../operator/mails.ts";
import { bounceable, failuresOf, restoredMails, type MailReport, total } from "../../../server/launch/mailReport.ts";
import { share } from "../../../server/lib/amounts.ts";
import { heldBack, namesSender, senderHint } from "../../../server/launch/deliveryHint.ts";
import { howToGoOn, pauseText } from "../../../server/launch/pause.ts";
import { type Finding, ok, unknown, warning, wrong } from "../../../server/launch/finding.ts";

/** Longest time that a mail may be overdue, in s: one that somebody asked for, and one of thousands to the list. */
export const longestDue = { asked: 15 * 60, list: 24 * 3600 };

/**
 * Shares of the sent mails above which a sender gets refused: for complaints by Gmail's and Yahoo's rules for senders, for
 * bounces by what providers such as Resend and Amazon tolerate. Fewer than `least` complaints or bounces are not judged.
 */
const limits = { complaints: { most: 0.003, least: 2 }, bounces: { most: 0.04, least: 10 } };

/** Whether so many bounces or complaints are more than providers tolerate; fewer than `least` are not judged. */
export const isTooMany = (what: keyof typeof limits, n: number, whole: number, least = limits[what].least): boolean =>
  n >= least && n >= limits[what].most * whole;

/** So many queued mails that were refused because of the sender make it rest (server/mail/outbox/sender.ts). */
const mostOfSender = 10;

/** Are mails sent, and do they arrive? @throws CliError `unreachable`, `configuration`, `failed` or `interrupted`. */
export const checkOutbox = async (context: BackendContext): Promise<Finding[]> =>
  judgeReport(await readMailReport(context));

/** Judges the figures of the outbox. */
export function judgeReport(report: MailReport): Finding[] {
  const findings: Finding[] = [];
  const late = (seconds: number | null, most: number, what: string) => {
    if (seconds === null || seconds <= most) return;
    const errors = Object.keys(report.errors).join(", ");
    findings.push(
      wrong(
        "mail",
        `${what} should have been sent ${longSpan(seconds * 1000)} ago${errors === "" ? "" : ` (${errors})`}.`,
        "See why: npx prelaunch mail status; send: npm start, or npx prelaunch mail send",
      ),
    );
  };
  late(report.overdue_asked_seconds, longestDue.asked, "A mail that somebody asked for");
  late(report.overdue_list_seconds, longestDue.list, "A mail to the list");
  const pause = pauseText(report);
  if (pause !== undefined)
    findings.push((report.pause_reason === "operator" ? warning : wrong)("mail", pause, howToGoOn));
  const ofSender = Object.entries(report.errors).filter(([code]) => namesSender(code));
  const refused = ofSender.reduce((sum, [, n]) => sum + n, 0);
  if (refused >= mostOfSender)
    findings.push(
      wrong(
        "mail",
        `${counted(refused, "mail is retried", "mails are retried")} as the sender is refused (${ofSender.map(([code]) => code).join(", ")}).`,
        senderHint,
      ),
    );
  const restored = restoredMails(report);
  const failures = failuresOf(report) - restored;
  if (failures > 0)
    findings.push(
      wrong(
        "mail",
        `${counted(failures, "mail")} failed.`,
        "See why: npx prelaunch mail status; which: npx prelaunch mail failed; then: npx prelaunch mail retry",
      ),
    );
  const held = heldBack(restored);
  if (restored > 0) findings.push(unknown("mail", held.text, held.remedy));
  const sent = total(report.sent);
  const tooMany = (n: number, whole: number, what: keyof typeof limits, remedy: string) => {
    if (!isTooMany(what, n, whole)) return;
    const most = limits[what].most * 100;
    findings.push(wrong("mail", `${share(n, whole)} ${what} in 30 days; providers tolerate ${most} %.`, remedy));
  };
  tooMany(report.complained, sent, "complaints", "Announce in smaller waves, to people who joined recently.");
  tooMany(report.bounced, bounceable(report), "bounces", "Mail only confirmed addresses, and check what was imported.");
  if (findings.length > 0) return findings;
  const record =
    bounceable(report) === 0
      ? "none was sent in 30 days"
      : `of ${count(sent)} sent in 30 days ${share(report.bounced, bounceable(report))} bounced, ${share(report.complained, sent)} complained`;
  return [ok("mail", `${counted(report.queued, "mail is queued", "mails are queued")}, none for long; ${record}.`)];
}
