import * as v from "valibot";
import { replyWithinHours } from "../../server/contract/limits.ts";
import { count, longSpan } from "../cli/amounts.ts";
import type { BackendContext } from "../cli/context.ts";
import { callFunction } from "../cli/data.ts";
import { growth, growthSections, type Section } from "../commands/stats/growth.ts";
import { type ReviewReport, reviewReport } from "./reviewReport.ts";

const report = v.object({
  waitlist: v.object({ total: v.number(), notified: v.number(), confirmed: v.number(), unsubscribed: v.number() }),
  signups: v.array(v.object({ start: v.string(), count: v.number() })),
  sources: v.array(v.object({ source: v.nullable(v.string()), count: v.number() })),
  rarer_sources: v.object({ sources: v.number(), count: v.number() }),
  applications: v.array(v.object({ role: v.string(), status: v.string(), count: v.number() })),
  /** How well the promised reply time is kept. */
  review: reviewReport,
  ...growth,
});

/**
 * The figures of a launch. `signups` has every day or week between the first and the last, including empty ones; `sources` has the 1,000
 * most frequent, and `rarer_sources` sums up the others.
 */
export type StatsReport = Omit<v.InferOutput<typeof report>, "review"> & { reviews: ReviewReport };

/** The time that one bar of the chart stands for. */
export type Bucket = "day" | "week";

const length: Record<Bucket, number> = { day: 86_400_000, week: 7 * 86_400_000 };

/** Adds the days or weeks on which nobody signed up: without them the chart would distort time. */
function withGaps(signups: StatsReport["signups"], bucket: Bucket): StatsReport["signups"] {
  const counts = new Map(signups.map((one) => [one.start, one.count]));
  const [first, last] = [signups.at(0), signups.at(-1)];
  if (!first || !last) return [];
  const all = [];
  for (let at = Date.parse(first.start); at <= Date.parse(last.start); at += length[bucket]) {
    const start = new Date(at).toISOString().slice(0, 10);
    all.push({ start, count: counts.get(start) ?? 0 });
  }
  return all;
}

/** Of what figures are read. */
interface Span {
  bucket: Bucket;
  since?: Date | undefined;
  until?: Date | undefined;
  /** IANA name of the time zone in which the days of sign-ups begin; by default UTC. */
  zone?: string;
}

/** Reads the figures from the backend. @throws CliError as `dataOf` does. */
export async function readStats(
  context: BackendContext,
  { bucket, since, until, zone = "UTC" }: Span,
): Promise<StatsReport> {
  const span = { ...(since ? { since: since.toISOString() } : {}), ...(until ? { until: until.toISOString() } : {}) };
  const { timeZone: time_zone } = new Intl.DateTimeFormat().resolvedOptions();
  const args = { bucket, reply_hours: replyWithinHours, time_zone, bucket_zone: zone, ...span };
  const { review: reviews, ...figures } = v.parse(report, await callFunction(context, "stats_report", args));
  return { ...figures, reviews, signups: withGaps(figures.signups, bucket) };
}

/** Sums counts under one of their properties, the largest first. */
function totals<K extends string>(
  rows: readonly ({ count: number } & Record<K, string>)[],
  key: K,
): { name: string; count: number }[] {
  const sums = new Map<string, number>();
  for (const row of rows) sums.set(row[key], (sums.get(row[key]) ?? 0) + row.count);
  return Array.from(sums, ([name, sum]) => ({ name, count: sum })).toSorted((a, b) => b.count - a.count);
}

/** The figures in words, apart from the chart. @param most sources that are shown, the frequent ones */
export function sectionsOf(figures: StatsReport, most: number): Section[] {
  const { waitlist, sources, rarer_sources, applications, reviews } = figures;
  const row = (name: string, n: number, whole: number) => ({ name, value: count(n), share: n / whole });
  const all = applications.reduce((sum, one) => sum + one.count, 0);
  const shown = sources.slice(0, most);
  const rarer = sources.length - shown.length + rarer_sources.sources;
  const { overdue, in_time, to_be_answered, median_seconds } = reviews;
  return [
    {
      title: "Waitlist",
      rows: [
        { name: "people", value: count(waitlist.total) },
        row("notified", waitlist.notified, waitlist.total),
        row("confirmed", waitlist.confirmed, waitlist.total),
        row("unsubscribed", waitlist.unsubscribed, waitlist.total),
      ],
    },
    {
      title: "Sources",
      rows: shown.map((one) => row(one.source ?? "(direct)", one.count, waitlist.total)),
      ...(rarer > 0 ? { below: `(${count(rarer)} rarer not shown)` } : {}),
    },
    ...growthSections(figures, most),
    {
      title: "Beta applications",
      rows:
        all === 0
          ? []
          : [
              { name: "all", value: count(all) },
              ...[...totals(applications, "status"), ...totals(applications, "role")].map((one) =>
                row(one.name, one.count, all),
              ),
            ],
    },
    {
      title: `Answers to applications, promised within ${replyWithinHours} hours`,
      rows: [
        { name: "overdue", value: count(overdue) },
        { name: "in time", value: count(in_time), share: in_time / to_be_answered },
        { name: "median time", value: median_seconds === null ? "none yet" : longSpan(median_seconds * 1000) },
      ],
    },
  ];
}

/** A share in percent; `none` where there is no whole. */
export const percent = (share: number, none: string): string =>
  Number.isNaN(share) ? none : `${(share * 100).toFixed(1)} %`;

/** The time that figures cover: from `since` (null: from the first row on) to just before `until`; ISO 8601 in UTC. */
export interface Period {
  since: string | null;
  until: string;
}

/** The period that options ask for; it never ends later than now. */
export function periodOf(since: Date | undefined, until: Date | undefined, now: Date): Period {
  const end = until && until < now ? until : now;
  return { since: since?.toISOString() ?? null, until: end.toISOString() };
}

/** A time for people, to the minute; only the day where it is midnight. */
const minuteOrDay = (iso: string): string => iso.slice(0, 16).replace("T", " ").replace(" 00:00", "");

/** The period in words: `2026-05-01 until 2026-05-04 12:00 UTC`. */
export const describePeriod = ({ since, until }: Period): string =>
  `${since === null ? "All" : minuteOrDay(since)} until ${minuteOrDay(until)} UTC`;
