import * as v from "valibot";
import {
  movementLines,
  type MovementLines,
  standing,
  type WaveLines,
  waveLines,
} from "../../server/contract/figures.ts";
import type { CommonFilter } from "../../server/contract/peopleFilter.ts";
import { callFunction, type Data } from "../data/calls.ts";
import { readReviewReport, type ReviewReport } from "./applications.ts";
import { conditionsOf } from "./people.ts";

/** How the list grows, as `growth_report` has it. */
const growth = v.object({
  /** The number of people who answered each question, by its id, and the 20 most frequent answers. */
  answered: v.record(v.string(), v.number()),
  answers: v.array(v.object({ question: v.string(), answer: v.string(), count: v.number() })),
  /**
   * The number of people who came by a friend's link; of those who confirmed, how many count for the friend, and
   * why the others do not.
   */
  friends: v.object({ joined: v.number(), credits: v.record(v.string(), v.number()) }),
  /** The ten people who referred most friends. */
  referrers: v.array(v.object({ email: v.string(), share_code: v.string(), friends: v.number() })),
});

const report = v.object({
  waitlist: standing,
  signups: v.array(v.object({ start: v.string(), count: v.number() })),
  sources: v.array(v.object({ source: v.nullable(v.string()), count: v.number() })),
  rarer_sources: v.object({ sources: v.number(), count: v.number() }),
});

/** The part of a {@link StatsReport} that can be restricted to some people. */
export type PeopleStats = v.InferOutput<typeof report>;

/**
 * The figures of a launch. `signups` counts the people who joined by the form, for every day or week between the
 * first and the last, including empty ones; `sources` has the 1,000 most frequent sources, and `rarer_sources` sums
 * up the others.
 */
export type StatsReport = PeopleStats &
  v.InferOutput<typeof growth> &
  Pick<ReviewReport, "applications"> & {
    movement: MovementLines;
    waves: WaveLines;
    /** How well the promised reply time is kept. */
    reviews: ReviewReport["review"];
  };

/** The time that one bar of the chart stands for. */
export type Bucket = "day" | "week";

const length: Record<Bucket, number> = { day: 86_400_000, week: 7 * 86_400_000 };

/** Adds the days or weeks without sign-ups, because the chart would distort time without them. */
function withGaps(signups: PeopleStats["signups"], bucket: Bucket): PeopleStats["signups"] {
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

/** Which figures to read: the people, the period and the length of a bar. */
interface Wanted extends CommonFilter {
  bucket: Bucket;
  /** The IANA name of the time zone in which the days of sign-ups begin; by default UTC. */
  zone?: string;
}

/** Reads the figures of the people that a filter chooses. @throws CliError as `dataOf` does. */
export async function readPeopleStats(data: Data, { bucket, zone: bucket_zone = "UTC", ...filter }: Wanted) {
  const args = { bucket, bucket_zone, conditions: JSON.stringify(conditionsOf(filter)) };
  const { signups, ...figures } = v.parse(report, await callFunction(data, "stats_report", args));
  return { ...figures, signups: withGaps(signups, bucket) };
}

/**
 * The IANA name of this machine's time zone, in which the days of figures begin. It is UTC when the machine has no
 * zone that a database knows, as with an empty `TZ` or `TZ=Factory` in a container.
 */
export function localZone(): string {
  const { timeZone }: { timeZone?: string } = new Intl.DateTimeFormat().resolvedOptions();
  return timeZone === undefined || timeZone === "Etc/Unknown" ? "UTC" : timeZone;
}

/** Reads the outcome of the newest waves. @throws CliError as `dataOf` does. */
export const readWaves = async (data: Data): Promise<WaveLines> =>
  v.parse(waveLines, await callFunction(data, "wave_report", {}));

/** What the figures of everybody are about: a span and the bars. */
type WantedOfAll = Pick<Wanted, "since" | "until" | "bucket" | "zone">;

/** Reads the figures of everybody in a span. @throws CliError as `dataOf` does. */
export const readStats = async (data: Data, wanted: WantedOfAll): Promise<StatsReport> => ({
  ...(await readFigures(data, wanted)),
  waves: await readWaves(data),
});

/** Reads what {@link readStats} does, except for the waves. @throws CliError as `dataOf` does. */
export async function readFigures(data: Data, wanted: WantedOfAll): Promise<Omit<StatsReport, "waves">> {
  const { since, until } = wanted;
  const span = { ...(since && { since: since.toISOString() }), ...(until && { until: until.toISOString() }) };
  // The reports run one after the other. Each reads the whole list, and a hosted project has two processors, so
  // that each would take too long if they ran at once.
  const figures = await readPeopleStats(data, wanted);
  const { applications, review: reviews } = await readReviewReport(data, span);
  const growing = v.parse(growth, await callFunction(data, "growth_report", span));
  const movement = v.parse(movementLines, await callFunction(data, "movement_report", { time_zone: localZone() }));
  return { ...figures, ...growing, movement, applications, reviews };
}
