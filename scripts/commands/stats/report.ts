import * as v from "valibot";
import type { BackendContext } from "../../cli/context.ts";
import { callFunction } from "../../cli/calls.ts";
import { readReviewReport, type ReviewReport } from "../../records/reviewReport.ts";

const report = v.object({
  waitlist: v.object({ total: v.number(), notified: v.number(), confirmed: v.number(), unsubscribed: v.number() }),
  signups: v.array(v.object({ start: v.string(), count: v.number() })),
  sources: v.array(v.object({ source: v.nullable(v.string()), count: v.number() })),
  // A hosted project that is not migrated yet lists every source.
  rarer_sources: v.optional(v.object({ sources: v.number(), count: v.number() }), { sources: 0, count: 0 }),
  applications: v.array(v.object({ role: v.string(), status: v.string(), count: v.number() })),
});

const trapped = v.array(v.object({ start: v.string(), form: v.string(), count: v.number() }));

/**
 * The figures of a launch. `signups` has every day or week between the first and the last, including empty ones; `sources` has the 1,000
 * most frequent, and `rarer_sources` sums up the others.
 */
export type StatsReport = v.InferOutput<typeof report> & {
  /** Forms that a machine filled, by day (docs/decisions/0077). */
  trapped: v.InferOutput<typeof trapped>;
  /** How well the promised reply time is kept. */
  reviews: ReviewReport;
};

/** The time that one bar of the chart stands for. */
export type Bucket = "day" | "week";

const length: Record<Bucket, number> = { day: 86_400_000, week: 7 * 86_400_000 };

/** Adds the days or weeks on which nobody signed up: without them the chart would distort time. */
function withGaps(signups: StatsReport["signups"], bucket: Bucket): StatsReport["signups"] {
  const counts = new Map(signups.map(({ start, count }) => [start, count]));
  const [first, last] = [signups.at(0), signups.at(-1)];
  if (!first || !last) return [];
  const all = [];
  for (let at = Date.parse(first.start); at <= Date.parse(last.start); at += length[bucket]) {
    const start = new Date(at).toISOString().slice(0, 10);
    all.push({ start, count: counts.get(start) ?? 0 });
  }
  return all;
}

/** Reads the figures from the backend. */
export async function readStats(
  context: BackendContext,
  bucket: Bucket,
  since: Date | undefined,
  until: Date | undefined,
): Promise<StatsReport> {
  const span = { ...(since ? { since: since.toISOString() } : {}), ...(until ? { until: until.toISOString() } : {}) };
  const figures = v.parse(report, await callFunction(context, "stats_report", { bucket, ...span }));
  const caught = v.parse(trapped, await callFunction(context, "trapped_report", span));
  const reviews = await readReviewReport(context, span);
  return { ...figures, signups: withGaps(figures.signups, bucket), trapped: caught, reviews };
}

/** Sums counts under one of their properties, the largest first. */
export function totals<K extends string>(
  rows: readonly ({ count: number } & Record<K, string>)[],
  key: K,
): { name: string; count: number }[] {
  const sums = new Map<string, number>();
  for (const row of rows) sums.set(row[key], (sums.get(row[key]) ?? 0) + row.count);
  return [...sums].map(([name, count]) => ({ name, count })).sort((a, b) => b.count - a.count);
}
