import type { DeskNeed, Overview } from "../../server/contract/desk.ts";
import { questionIds } from "../../server/contract/questions.ts";
import { launchChecks } from "../../server/launch/finding.ts";
import { troubles } from "../../server/launch/findings.ts";
import { backendFindings } from "../checks/backend/backend.ts";
import type { BackendContext } from "../cli/context.ts";
import { dataOf } from "../cli/data.ts";
import { localZone, readMovement, readStats, type StatsReport } from "../operator/figures.ts";

/** Spans of the funnel, in days, today included. */
const spans = [7, 30];

const nothing = (days: number) => ({ days, visits: 0, joined: 0, confirmed: 0, applied: 0, invited: 0, redeemed: 0 });

/** Dates as in ISO 8601, in the operator's time zone. */
const isoDay = new Intl.DateTimeFormat("sv-SE");

/** Reads the figures of the launch. @throws CliError as `dataOf` does. */
export async function readOverview(context: BackendContext): Promise<Overview> {
  const now = context.clock();
  const timeZone = localZone();
  // One after the other, for the reason that `readStats` has.
  const stats = await readStats(context, { bucket: "day", zone: timeZone });
  const { moved, listed } = await readMovement(context, timeZone);
  const { waitlist, reviews, signups, referrers, funnel } = stats;
  return {
    timeZone,
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

/**
 * What the operator has to see to: whatever `check` finds wrong, and the warnings about the launch. Those about its set-up are left to `check`.
 * @throws CliError as `checkBackend` does.
 */
export async function readNeeds(context: BackendContext): Promise<DeskNeed[]> {
  const ofLaunch = new Set<string>(launchChecks);
  return troubles(await backendFindings(context)).flatMap(({ check, level, message, remedy = "" }) =>
    level === "wrong" || (level === "warning" && ofLaunch.has(check)) ? [{ check, level, message, remedy }] : [],
  );
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
