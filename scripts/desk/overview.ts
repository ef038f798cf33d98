import { replyWithin } from "../../server/contract/limits.ts";
import type { DeskNeed, Overview } from "../../server/contract/desk.ts";
import { questionIds } from "../../server/contract/questions.ts";
import { hostReport } from "../../server/embedded/stack/hostReport.ts";
import { longestDue } from "../checks/backend/mail.ts";
import type { HostReport } from "../../server/mail/outbox/operatorMails.ts";
import type { BackendContext } from "../cli/context.ts";
import { dataOf } from "../cli/data.ts";
import { dataFolderOf } from "../cli/stack.ts";
import { failedEvents } from "../operator/events.ts";
import { readMovement, readStats, type StatsReport } from "../operator/figures.ts";
import { readMailReport } from "../operator/mails.ts";
import { failuresOf } from "../../server/launch/mailReport.ts";

/** Spans of the funnel, in days, today included. */
const spans = [7, 30];

const nothing = (days: number) => ({ days, visits: 0, joined: 0, confirmed: 0, applied: 0, invited: 0, redeemed: 0 });

/** Dates as in ISO 8601, in the operator's time zone. */
const isoDay = new Intl.DateTimeFormat("sv-SE");

/** Reads the figures of the launch. @throws CliError as `dataOf` does. */
export async function readOverview(context: BackendContext): Promise<Overview> {
  const now = context.clock();
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  // One after the other, for the reason that `readStats` has.
  const stats = await readStats(context, { bucket: "day", zone: timeZone });
  const { moved, listed } = await readMovement(context, timeZone);
  const { waitlist, reviews, signups, referrers, funnel } = stats;
  return {
    timeZone,
    needs: await needsOf(context, reviews),
    pending: { applications: reviews.pending, since: reviews.oldest_pending_at },
    listed,
    joined: moved.asked,
    confirmed: moved.confirmed,
    unsubscribed: moved.unsubscribed,
    signups: untilToday(signups, now),
    everybody: {
      joined: waitlist.total,
      confirmed: waitlist.confirmed,
      invited: waitlist.invited,
      redeemed: waitlist.redeemed,
    },
    // Of days without a visit and a sign-up there is no line.
    funnel: spans.map((days) => funnel.find((line) => line.total && line.days === days) ?? nothing(days)),
    sources: funnel.filter(({ total, days }) => !total && days === 30),
    referrers: await withIds(context, referrers),
    answers: questionIds.map((question) => ({
      question,
      answered: stats.answered[question] ?? 0,
      answers: stats.answers.filter((one) => one.question === question),
    })),
  };
}

/** What the operator has to see to, the most urgent first. */
async function needsOf(context: BackendContext, reviews: StatsReport["reviews"]): Promise<DeskNeed[]> {
  const mails = await readMailReport(context);
  const events = await failedEvents(context, 100);
  const now = context.clock();
  const folder = dataFolderOf(context);
  const host: HostReport = folder === undefined ? { alerts: [], lastBackup: undefined } : await hostReport(folder, now);
  const failed = failuresOf(mails);
  const needs: DeskNeed[] = [];
  if (context.embedded && !context.runs) needs.push({ need: "stopped" });
  for (const alert of host.alerts) if (alert.alert === "disk") needs.push({ need: "disk", megabytes: alert.megabytes });
  if (reviews.overdue > 0 && reviews.oldest_pending_at !== null) {
    const since = new Date(Date.parse(reviews.oldest_pending_at) + replyWithin).toISOString();
    needs.push({ need: "overdue", applications: reviews.overdue, since });
  }
  if (mails.paused) needs.push({ need: "paused", reason: mails.pause_reason, queued: mails.queued_to_list });
  if (failed > 0) needs.push({ need: "failed", mails: failed });
  const due = mails.overdue_asked_seconds ?? 0;
  if (due > longestDue.asked) {
    // To the minute, so that the same is the same when it is read again.
    const since = new Date(Math.round((now.getTime() - due * 1000) / 60_000) * 60_000).toISOString();
    needs.push({ need: "late", since });
  }
  if (events.length > 0) needs.push({ need: "events", events: events.length });
  for (const alert of host.alerts)
    if (alert.alert === "backup") {
      const at = alert.failed ? alert.at : (host.lastBackup?.toISOString() ?? alert.at);
      needs.push({ need: "backup", failed: alert.failed, at });
    }
  return needs;
}

/** Sign-ups a day, with the days from the last one to today. */
function untilToday(signups: StatsReport["signups"], now: Date): Overview["signups"] {
  const last = signups.at(-1);
  const today = isoDay.format(now);
  const days = [...signups];
  for (let at = Date.parse(last?.start ?? today) + (last ? 86_400_000 : 0); ; at += 86_400_000) {
    const start = new Date(at).toISOString().slice(0, 10);
    if (start > today) return days;
    days.push({ start, count: 0 });
  }
}

/** Adds by what the people can be opened. */
async function withIds({ supabase, signal }: BackendContext, referrers: StatsReport["referrers"]) {
  if (referrers.length === 0) return [];
  const codes = referrers.map(({ share_code }) => share_code);
  const rows = await dataOf(supabase.from("waitlist").select("id, share_code").in("share_code", codes), signal);
  const ids = new Map(rows.map(({ id, share_code }) => [share_code, id]));
  return referrers.map(({ share_code, email, friends }) => ({ id: ids.get(share_code) ?? "", email, friends }));
}
