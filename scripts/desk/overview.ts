import { type Overview, signupDays } from "../../server/contract/desk.ts";
import { questionIds } from "../../server/contract/questions.ts";
import type { BackendContext } from "../cli/context.ts";
import { whereOf } from "../cli/stack.ts";
import { failuresOf, readMailReport } from "../operator/mails.ts";
import { movedSince, readStats } from "../operator/figures.ts";

/** Spans that the figures are of, in days, today included. */
const spans = [1, 7, 30];

const nothing = (days: number) => ({ days, visits: 0, joined: 0, confirmed: 0, applied: 0, invited: 0, redeemed: 0 });

/** The start of the first of some days that end today, in the operator's time zone. */
function startOf(days: number, now: Date): Date {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() - days + 1);
}

/** Dates as in ISO 8601, in the operator's time zone. */
const isoDay = new Intl.DateTimeFormat("sv-SE");

/** Reads the figures of the launch. @throws CliError as `dataOf` does. */
export async function readOverview(context: BackendContext): Promise<Overview> {
  const now = context.clock();
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  // One after the other, for the reason that `movedSince` has.
  const stats = await readStats(context, { bucket: "day", zone: timeZone });
  const mails = await readMailReport(context);
  const moved: Overview["spans"] = [];
  for (const days of spans) moved.push({ days, ...(await movedSince(context, startOf(days, now))) });
  const { waitlist, reviews } = stats;
  const counts = new Map(stats.signups.map(({ start, count }) => [start, count]));
  return {
    where: whereOf(context),
    timeZone,
    people: waitlist,
    spans: moved,
    // Of days without a visit and a sign-up there is no line.
    funnel: spans.map((days) => stats.funnel.find((line) => line.total && line.days === days) ?? nothing(days)),
    signups: Array.from({ length: signupDays }, (_, n) => {
      const day = isoDay.format(startOf(signupDays - n, now));
      return { start: day, count: counts.get(day) ?? 0 };
    }),
    sources: stats.funnel.filter(({ total, days }) => !total && days === 30),
    answers: questionIds.map((question) => ({
      question,
      answered: stats.answered[question] ?? 0,
      answers: stats.answers.filter((one) => one.question === question),
    })),
    applications: { pending: reviews.pending, overdue: reviews.overdue },
    mails: { queued: mails.queued, failed: failuresOf(mails) },
  };
}
