import { replyWithinHours } from "../contract/limits.ts";
import { count, counted, longSpan, megabytes } from "../lib/amounts.ts";
import { type Finding, launchChecks, type LaunchFinding, ok, unknown, warning, wrong } from "./finding.ts";
import type { HostReport, LaunchReport } from "./launchReport.ts";
import { mailFindings } from "./mailFindings.ts";

/** Room on the disk below which the operator is told, in bytes: while a mail can still be queued, as on a full disk it cannot. */
const leastRoom = 256_000_000;

/** Age of the last backup above which the operator is told, in ms: they are made every night (docs/backup.md). */
const oldestBackup = 2 * 86_400_000;

/** Longest time that an event may wait for the webhook's receiver, in ms. */
const longestEvent = 15 * 60_000;

/**
 * How the launch stands at a time, by what the database and the machine of an embedded stack know. This folder
 * is the one place for its thresholds, sentences and remedies: `check` and the desk show them, alerts and
 * digest mail the problems, `mail status` shows those about mails, and `GET /health?mail` answers by the state
 * of the sender.
 */
export function launchFindings(report: LaunchReport, host: HostReport | undefined, now: Date): LaunchFinding[] {
  const findings: LaunchFinding[] = [
    ...mailFindings(report, now),
    ...reviewFindings(report, now),
    ...eventFindings(report, now),
  ];
  if (host) findings.push(...hostFindings(host, now));
  const urgency = (finding: LaunchFinding) => launchChecks.indexOf(finding.check);
  return findings.sort((one, other) => urgency(one) - urgency(other));
}

/** The problems, with errors before warnings. */
export const troubles = <F extends Finding>(findings: readonly F[]): F[] =>
  (["wrong", "warning"] as const).flatMap((level) => findings.filter((finding) => finding.level === level));

/** Is every applicant answered in time? */
function reviewFindings({ applications }: LaunchReport, now: Date): LaunchFinding[] {
  const { overdue, soon, day, later, oldest_at: oldest, urgent_at: urgent } = applications;
  const check = "reviews";
  const wait = counted(overdue + soon + day + later, "application waits", "applications wait");
  if (oldest === null || urgent === null)
    return [{ ...ok(check, `${wait}, none for longer than ${replyWithinHours} hours.`), check }];
  const waited = longSpan(now.getTime() - Date.parse(oldest));
  const message =
    overdue > 0
      ? `${wait}, ${count(overdue)} for longer than ${replyWithinHours} hours, the oldest for ${waited}.`
      : `${wait}, ${count(soon)} with less than 8 hours left.`;
  return [
    {
      ...warning(check, message, "Answer them: npx prelaunch beta review --overdue"),
      check,
      alert: { about: "applications", at: urgent },
    },
  ];
}

/** Does the webhook's receiver take the events? */
function eventFindings({ events }: LaunchReport, now: Date): LaunchFinding[] {
  const check = "webhook";
  const findings: LaunchFinding[] = [];
  const age = events.waiting_at === null ? 0 : now.getTime() - Date.parse(events.waiting_at);
  if (age > longestEvent) {
    const why = events.waiting_error ?? "no backend with WEBHOOK_URL runs";
    const message = `An event has waited for ${longSpan(age)} (${why}).`;
    findings.push({ ...wrong(check, message, "See that it answers: npx prelaunch webhook test"), check });
  }
  if (events.failed > 0) {
    const remedy = "Which: npx prelaunch webhook failed; once it answers: npx prelaunch webhook failed --retry";
    findings.push({
      ...wrong(check, `The webhook’s receiver did not take ${counted(events.failed, "event")}.`, remedy),
      check,
      alert: { about: "webhook", at: events.failed_at ?? now.toISOString() },
    });
  }
  return findings;
}

/** Are there backups of an embedded stack, has its disk room, and does it run? */
function hostFindings({ runs, lastBackup, failedBackup, freeBytes }: HostReport, now: Date): LaunchFinding[] {
  const findings: LaunchFinding[] = [];
  const age = (then: Date) => longSpan(Math.max(now.getTime() - then.getTime(), 0));
  if (runs === false)
    findings.push({
      ...warning(
        "site",
        "The site is not running on this machine: nobody can join, and no mail is sent.",
        "Start it: npm start",
      ),
      check: "site",
    });
  if (freeBytes < leastRoom)
    findings.push({
      ...wrong(
        "disk",
        `The disk is nearly full: ${megabytes(freeBytes)} are left for the database. When there is no room, nobody can join.`,
        "See what takes up the space: du -xh / | sort -h | tail",
      ),
      check: "disk",
      alert: { about: "disk", at: now.toISOString() },
    });
  const make = "Make one: npx prelaunch backup FILE; every night, and if the disk is copied instead: docs/backup.md";
  const check = "backup";
  if (failedBackup) {
    const message = `A backup failed ${age(failedBackup)} ago, and none was made since.`;
    findings.push({
      ...wrong(check, message, "See why: npx prelaunch backup FILE"),
      check,
      alert: { about: "backup", at: failedBackup.toISOString() },
    });
  } else if (!lastBackup)
    findings.push({ ...unknown(check, "No backup of this database is known here.", make), check });
  else {
    const message = `The last backup is ${age(lastBackup)} old.`;
    const until = new Date(lastBackup.getTime() + oldestBackup);
    findings.push(
      now > until
        ? { ...warning(check, message, make), check, alert: { about: "backup", at: until.toISOString() } }
        : { ...ok(check, message), check },
    );
  }
  return findings;
}
