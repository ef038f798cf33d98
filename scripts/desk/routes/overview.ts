import { movementIn, type Span } from "../../../server/contract/figures.ts";
import { questionIds } from "../../../server/contract/questions.ts";
import { launchChecks } from "../../../server/launch/finding.ts";
import { troubles } from "../../../server/launch/findings.ts";
import { backendFindings } from "../../checks/backend/backend.ts";
import type { BackendContext } from "../../cli/session/context.ts";
import { dataOf } from "../../data/calls.ts";
import { localZone, readFigures, type StatsReport } from "../../operator/figures.ts";
import { siteOf } from "../../cli/session/settings.ts";

/** Formats dates as in ISO 8601, in the operator's time zone. */
const isoDay = new Intl.DateTimeFormat("sv-SE");

/** Reads the figures of the launch. @throws CliError as `dataOf` does. */
export async function readOverview(context: BackendContext) {
  const now = context.clock();
  const timeZone = localZone();
  const stats = await readFigures(context, { bucket: "day", zone: timeZone });
  const { waitlist, reviews, signups, referrers, movement } = stats;
  const moved = (span: Span) => movementIn(movement, span);
  return {
    /** IANA name of the operator's time zone, in which days begin. */
    timeZone,
    /** The address of the site; null where none is set. */
    site: siteOf(context) ?? null,
    /** The number of pending applications, and since when the oldest has waited. */
    pending: { applications: reviews.pending, since: reviews.oldest_pending_at },
    list: waitlist,
    /** What moved, by time span. */
    moved: {
      today: moved("today"),
      day: moved("day"),
      week: moved("week"),
      before: moved("before"),
      month: moved("month"),
    },
    /** The joins of each day, from the first join until today. */
    signups: untilToday(signups, now),
    /** What moved in 30 days by source, the most frequent first; null stands for visits without a campaign's link. */
    sources: movement.filter(({ total, span }) => !total && span === "month"),
    referrers: await withIds(context, referrers),
    answers: [...new Set([...questionIds, ...Object.keys(stats.answered)])].map((question) => ({
      question,
      answered: stats.answered[question] ?? 0,
      answers: stats.answers.filter((one) => one.question === question),
    })),
  };
}

/**
 * Lists what the operator has to deal with: everything that `check` finds wrong, and its warnings about the
 * launch. Warnings about the set-up are left to `check`.
 * @throws CliError as `checkBackend` does.
 */
export async function readFindings(context: BackendContext) {
  const ofLaunch = new Set<string>(launchChecks);
  return troubles(await backendFindings(context)).flatMap(({ check, level, message, remedy = "" }) =>
    level === "wrong" || (level === "warning" && ofLaunch.has(check)) ? [{ check, level, message, remedy }] : [],
  );
}

/** Sign-ups a day, continued with empty days up to today. */
function untilToday(signups: StatsReport["signups"], now: Date): StatsReport["signups"] {
  const last = signups.at(-1);
  const today = isoDay.format(now);
  const days = [...signups];
  for (let at = Date.parse(last?.start ?? today) + (last ? 86_400_000 : 0); ; at += 86_400_000) {
    const start = new Date(at).toISOString().slice(0, 10);
    if (start > today) return days;
    days.push({ start, count: 0 });
  }
}

/** Adds the ids by which the people can be opened. */
async function withIds({ supabase, signal }: BackendContext, referrers: StatsReport["referrers"]) {
  if (referrers.length === 0) return [];
  const codes = referrers.map(({ share_code }) => share_code);
  const rows = await dataOf(supabase.from("waitlist").select("id, share_code").in("share_code", codes), signal);
  const ids = new Map(rows.map(({ id, share_code }) => [share_code, id]));
  return referrers.map(({ share_code, email, friends }) => ({ id: ids.get(share_code) ?? "", email, friends }));
}
