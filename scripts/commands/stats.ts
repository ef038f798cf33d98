import { type Command, Option } from "commander";
import { type Movement, movementIn } from "../../server/contract/figures.ts";
import { replyWithinHours } from "../../server/contract/limits.ts";
import { questionIds, questionOf } from "../../server/contract/questions.ts";
import type { CommonFilter } from "../../server/contract/peopleFilter.ts";
import { count, longSpan, minute } from "../../server/lib/amounts.ts";
import { examples } from "../cli/arguments.ts";
import { type Section, terminalCharts } from "../cli/charts.ts";
import { type BackendContext, type Host, onBackend } from "../cli/context.ts";
import { CliError } from "../cli/errors.ts";
import { addFilters, choosesPeople, filterOf, flagsOfPeople } from "../cli/filters.ts";
import { write } from "../cli/io.ts";
import { withProgress } from "../cli/progress.ts";
import { painter, printableJson } from "../cli/terminalText.ts";
import { mask } from "../files/addresses.ts";
import { type Bucket, type PeopleStats, readPeopleStats, readStats, type StatsReport } from "../operator/figures.ts";

interface StatsOptions extends CommonFilter {
  by: Bucket;
  json?: true;
}

/** `prelaunch stats` */
export function defineStats(program: Command, host: Host): void {
  addFilters(program.command("stats"), host)
    .summary("sign-ups over time, sources, applications")
    .description(
      `Shows sign-ups over time as a chart, who has been notified, where people came from, and applications by role and status; of people chosen by ${flagsOfPeople} the first three alone. Days and weeks are UTC.`,
    )
    .addOption(new Option("--by <span>", "time that one bar stands for").choices(["day", "week"]).default("day"))
    .option("--json", "as JSON")
    .addHelpText("after", examples("stats --by week", "stats --since 2026-05-01 --json | jq .waitlist"))
    .action((options: StatsOptions, command: Command) =>
      onBackend(host, command, (context) => showStats(context, options)),
    );
}

/**
 * Shows the figures of the launch on stdout.
 * @throws CliError `usage` for options that contradict each other, `unreachable`.
 */
async function showStats(context: BackendContext, { by, json, ...options }: StatsOptions): Promise<void> {
  const filter = filterOf(options);
  const { since, until } = filter;
  const now = context.clock();
  if (since && since > now)
    throw new CliError("usage", `--since is in the future: it is ${minute(now.toISOString())}.`);
  const period = periodOf(since, until, now);
  const read = choosesPeople(filter) ? readPeopleStats : readStats;
  const report = await withProgress(context, "Counting", read(context, { bucket: by, ...filter }));
  if (json) return write(context.out, printableJson({ period, ...report }));
  // In a file or a pipe nothing is cut off, whichever terminal messages go to.
  const columns = context.outIsTerminal ? context.columns : Infinity;
  const paint = painter(context.color.out);
  return write(context.out, statsText(report, by, period, { ...context, columns, paint }));
}

/** The figures as text with bars. */
export const statsText = (
  report: StatsReport | PeopleStats,
  by: Bucket,
  period: Period,
  terminal: Parameters<typeof terminalCharts>[3],
): string =>
  terminalCharts(
    describePeriod(period),
    { title: `Sign-ups per ${by}`, bars: report.signups },
    "movement" in report
      ? [...peopleSections(report), ...growthSections(report), ...applicationSections(report)]
      : peopleSections(report),
    terminal,
  );

/** The time that figures cover: from `since` (null: from the first row on) to just before `until`; ISO 8601 in UTC. */
interface Period {
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

/** Most sources shown, the frequent ones. */
const mostSources = 10;

/** Sums counts under one of their properties, the largest first. */
function totals<K extends string>(
  rows: readonly ({ count: number } & Record<K, string>)[],
  key: K,
): { name: string; count: number }[] {
  const sums = new Map<string, number>();
  for (const row of rows) sums.set(row[key], (sums.get(row[key]) ?? 0) + row.count);
  return Array.from(sums, ([name, sum]) => ({ name, count: sum })).toSorted((a, b) => b.count - a.count);
}

const row = (name: string, n: number, whole: number) => ({ name, value: count(n), share: n / whole });

/** The people, apart from the chart, in words. */
function peopleSections({ waitlist, sources, rarer_sources }: PeopleStats): Section[] {
  const shown = sources.slice(0, mostSources);
  const rarer = sources.length - shown.length + rarer_sources.sources;
  return [
    {
      title: "Waitlist",
      rows: [
        { name: "people", value: count(waitlist.total) },
        row("confirmed", waitlist.confirmed, waitlist.total),
        row("may be mailed", waitlist.mailable, waitlist.total),
        row("unsubscribed", waitlist.unsubscribed, waitlist.total),
        row("bounced", waitlist.bounced, waitlist.total),
        row("complained", waitlist.complained, waitlist.total),
        row("notified", waitlist.notified, waitlist.total),
        row("invited", waitlist.invited, waitlist.total),
        row("came", waitlist.redeemed, waitlist.invited),
      ],
    },
    {
      title: "Sources",
      rows: shown.map((one) => row(one.source ?? "(direct)", one.count, waitlist.total)),
      ...(rarer > 0 ? { below: `(${count(rarer)} rarer not shown)` } : {}),
    },
  ];
}

/** The applications in words. */
function applicationSections({ applications, reviews }: StatsReport): Section[] {
  const all = applications.reduce((sum, one) => sum + one.count, 0);
  const { overdue, in_time, to_be_answered, median_seconds } = reviews;
  return [
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

/** What moved is shown of these. */
const shownSpans = { today: "today", week: "7 days", month: "30 days" } as const;

/** What moved, from a visit to the product. */
const steps = ({ visits, joined, confirmed, applied, invited, redeemed }: Movement): string =>
  [visits, joined, confirmed, applied, invited, redeemed].map(count).join(" / ");

/** Why a friend does not count, in words. */
const withheld: Record<string, string> = {
  oneself: "not counted: the referrer's own mailbox",
  mailbox_counted: "not counted: a mailbox that counted before",
  same_network: "not counted: the same network within a day",
};

/** How the list grows, in words. */
function growthSections({ answered, answers, friends, referrers, movement, waitlist }: StatsReport): Section[] {
  const { joined, credits } = friends;
  const bySource = movement.filter(({ total, span }) => !total && span === "month").slice(0, mostSources);
  return [
    {
      title: "Visits / joined / confirmed / applied / invited / came",
      rows: (["today", "week", "month"] as const).map((span) => ({
        name: shownSpans[span],
        value: steps(movementIn(movement, span)),
      })),
    },
    {
      title: "The same by source, 30 days",
      rows: bySource.map((line) => ({ name: line.source ?? "(direct)", value: steps(line) })),
    },
    {
      title: "Friends",
      rows: [
        { name: "came by a friend's link", value: count(joined), share: joined / waitlist.total },
        {
          name: "confirmed, and count",
          value: count(credits["counted"] ?? 0),
          share: (credits["counted"] ?? 0) / joined,
        },
        ...Object.entries(withheld).flatMap(([reason, name]) => {
          const n = credits[reason] ?? 0;
          return n > 0 ? [{ name, value: count(n), share: n / joined }] : [];
        }),
      ],
    },
    {
      title: "Referred most friends",
      rows: referrers.map(({ email, share_code, friends: n }) => ({
        name: `${share_code}  ${mask(email, "...")}`,
        value: count(n),
      })),
    },
    ...questionIds.map((id): Section => {
      const question = questionOf(id);
      const all = answered[id] ?? 0;
      const of = (choice: string) => answers.find((one) => one.question === id && one.answer === choice)?.count ?? 0;
      const choices = question.kind === "text" ? [] : question.choices;
      return {
        title: `Answers: ${id}`,
        rows: [
          { name: "answered", value: count(all), share: all / waitlist.total },
          ...choices.map((choice) => ({ name: choice, value: count(of(choice)), share: of(choice) / all })),
        ],
      };
    }),
  ];
}
