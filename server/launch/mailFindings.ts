import { count, counted, longSpan, share } from "../lib/amounts.ts";
import { deliveryHint, deliveryHints, heldBack, refusesUs } from "./deliveryHint.ts";
import { type LaunchFinding, ok, warning, wrong } from "./finding.ts";
import type { LaunchReport, SenderReport } from "./launchReport.ts";
import { bounceable, failuresOf, type MailReport, total } from "./mailReport.ts";
import { howToGoOn, pauseText, timeOf, waitText } from "./pause.ts";

/** Longest time that a mail may be overdue, in s: one that somebody asked for, and one of thousands to the list. */
const longestDue = { asked: 10 * 60, list: 24 * 3600 };

/**
 * Shares of the sent mails above which a sender gets refused: for complaints by Gmail's and Yahoo's rules for senders, for
 * bounces by what providers such as Resend and Amazon tolerate. Fewer than `least` complaints or bounces are not judged.
 */
const tolerated = { complaints: { most: 0.003, least: 2 }, bounces: { most: 0.04, least: 10 } };

/** Whether so many bounces or complaints are more than providers tolerate; fewer than `least` are not judged. */
export const isTooMany = (
  what: keyof typeof tolerated,
  n: number,
  whole: number,
  least = tolerated[what].least,
): boolean => n >= least && n >= tolerated[what].most * whole;

/** The sender rests after this many queued mails were refused because of it (server/mail/outbox/sender.ts). */
const mostOfSender = 10;

/** What to do where mails are queued and nothing is sent. */
const howToSend = "See why: npx prelaunch mail status; send: npm start, or npx prelaunch mail send";

const bad = (message: string, remedy: string): LaunchFinding => ({ ...wrong("mail", message, remedy), check: "mail" });

/** Do mails leave? `GET /health?mail` answers by this alone; a finding is an error. */
export function senderFindings(report: SenderReport, now: Date): LaunchFinding[] {
  const { rests_seconds: rests, rests_why: why } = report;
  if (rests !== null && why !== null) {
    const next = timeOf(new Date(now.getTime() + rests * 1000));
    const message = `The mail server does not accept our mails (${why}); the next try is at ${next}.`;
    const remedy = deliveryHint(why).hint ?? "See the errors: npx prelaunch mail status";
    return [{ ...bad(message, remedy), alert: { about: "sender", at: now.toISOString() } }];
  }
  const due = report.overdue_asked_seconds ?? 0;
  if (due <= longestDue.asked) return [];
  const message = `A mail that somebody asked for should have been sent ${longSpan(due * 1000)} ago.`;
  return [bad(message, howToSend)];
}

/** Are mails sent, and do they arrive? */
export function mailFindings({ sender, mails, paused_at: pausedAt }: LaunchReport, now: Date): LaunchFinding[] {
  const findings = senderFindings(sender, now);
  const isRefused = findings.length > 0;
  const listDue = sender.overdue_list_seconds ?? 0;
  if (listDue > longestDue.list) {
    const message = `A mail to the list should have been sent ${longSpan(listDue * 1000)} ago.`;
    findings.push(bad(message, howToSend));
  }
  const pause = pauseText(mails);
  if (pause !== undefined)
    findings.push(
      mails.pause_reason === "bounces" || mails.pause_reason === "complaints"
        ? { ...bad(pause, howToGoOn), alert: { about: "wave", at: pausedAt ?? now.toISOString() } }
        : { ...warning("mail", pause, howToGoOn), check: "mail" },
    );
  if (!isRefused) findings.push(...limits(sender), ...refusals(mails));
  const failures = failuresOf(mails);
  if (failures > 0)
    findings.push(
      bad(
        `${counted(failures, "mail")} failed.`,
        "See which, and why: npx prelaunch mail failed; then: npx prelaunch mail retry",
      ),
    );
  for (const { text, remedy } of heldBack(mails.failed))
    findings.push({ ...warning("mail", text, remedy), check: "mail" });
  findings.push(...tooMany(mails));
  const wait = waitText(mails);
  if (wait !== undefined) findings.push({ ...ok("mail", wait), check: "mail" });
  return findings.length > 0 ? findings : [{ ...ok("mail", inOrder(mails)), check: "mail" }];
}

/** Did the provider take no more mails for a moment? Nothing is lost, and no mail is put off. */
function limits({ limited_at: at, limited_why: why }: SenderReport): LaunchFinding[] {
  if (at === null || why === null) return [];
  const message = `The mail provider took no more mails (${why}), so all senders rested until ${timeOf(new Date(at))}.`;
  return [{ ...warning("mail", message, deliveryHint(why).hint ?? "Wait."), check: "mail" }];
}

/** Are many mails retried because the sender is refused, rather than their recipients? */
function refusals({ errors }: MailReport): LaunchFinding[] {
  const ofSender = Object.entries(errors).filter(([code]) => refusesUs(code));
  const refused = ofSender.reduce((sum, [, n]) => sum + n, 0);
  if (refused < mostOfSender) return [];
  const codes = ofSender.map(([code]) => code);
  const mails = counted(refused, "mail is retried", "mails are retried");
  return [bad(`${mails} as the sender is refused (${codes.join(", ")}).`, deliveryHints(codes).join(" "))];
}

/** Are there more bounces or complaints than providers tolerate? */
function tooMany(report: MailReport): LaunchFinding[] {
  const judge = (what: keyof typeof tolerated, n: number, whole: number, remedy: string) => {
    const most = tolerated[what].most * 100;
    const message = `${share(n, whole)} ${what} in 30 days; providers tolerate ${most} %.`;
    return isTooMany(what, n, whole) ? [bad(message, remedy)] : [];
  };
  return [
    ...judge(
      "complaints",
      report.complained,
      total(report.sent),
      "Announce in smaller waves, to people who joined recently.",
    ),
    ...judge(
      "bounces",
      report.bounced,
      bounceable(report),
      "Mail only confirmed addresses, and check what was imported.",
    ),
  ];
}

/** Figures of an outbox without trouble. */
function inOrder(report: MailReport): string {
  const sent = total(report.sent);
  const record =
    bounceable(report) === 0
      ? "none was sent in 30 days"
      : `of ${count(sent)} sent in 30 days ${share(report.bounced, bounceable(report))} bounced, ${share(report.complained, sent)} complained`;
  return `${counted(report.queued, "mail is queued", "mails are queued")}, none for long; ${record}.`;
}
