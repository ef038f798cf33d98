import { type Movement, movementIn, type WaveLines, waveName } from "../../../server/contract/figures.ts";
import { replyWithinHours } from "../../../server/contract/limits.ts";
import { isQuestion, questionIds, questionOf } from "../../../server/contract/questions.ts";
import { cameOf, count, counted, longSpan } from "../../../server/lib/amounts.ts";
import { type Columns, type Section, figuresText } from "../../cli/terminal/charts.ts";
import { mask } from "../../files/addresses.ts";
import type { Bucket, PeopleStats, StatsReport } from "../../operator/figures.ts";

/** The figures as text: those of each morning or, with the length of a bar of the chart, all of them. */
export function statsText(
  report: StatsReport | PeopleStats,
  chart: Bucket | undefined,
  terminal: Parameters<typeof figuresText>[1],
): string {
  const whole = "movement" in report ? report : undefined;
  const first = [summary(report, whole), ...(whole ? movementTables(whole) : [sourceSection(report)])];
  if (chart === undefined)
    return figuresText(first, terminal) + terminal.paint("dim", "\nAll figures: npx prelaunch stats --full\n");
  const bars = { title: `Sign-ups per ${chart}`, bars: report.signups };
  const rest = whole ? [sourceSection(report), ...growthSections(whole), ...applicationSections(whole)] : [];
  return figuresText([...first, bars, peopleSection(report), ...rest], terminal);
}

/** The figures that an operator wants each morning, in at most eight lines. */
function summary({ waitlist }: PeopleStats, whole: StatsReport | undefined): Section {
  const { total, mailable, unsubscribed, bounced, complained, confirmed } = waitlist;
  const moved = (span: "week" | "before") => movementIn(whole?.movement ?? [], span);
  const [week, before] = [moved("week"), moved("before")];
  const line = (name: string, key: keyof Movement) => ({
    name,
    value: `${count(week[key])} in 7 days, was ${count(before[key])}`,
  });
  const { pending, overdue } = whole?.reviews ?? { pending: 0, overdue: 0 };
  return {
    title: "",
    rows: [
      {
        name: "May be mailed",
        value: `${count(mailable)} of ${counted(total, "person", "people")}; ${count(confirmed)} ever confirmed`,
      },
      {
        name: "Off the list",
        value: `${count(unsubscribed)} unsubscribed, ${count(bounced)} bounced, ${count(complained)} complained`,
      },
      { name: "Invited", value: cameOf(waitlist) },
      ...(whole
        ? [
            line("Joined", "joined"),
            line("Confirmed", "confirmed"),
            line("Unsubscribed", "unsubscribed"),
            { name: "To answer", value: `${counted(pending, "application")}, ${count(overdue)} of them overdue` },
          ]
        : []),
    ],
  };
}

/** The periods for which changes are shown. */
const shownSpans = { today: "today", week: "7 days", before: "the 7 before", month: "30 days" } as const;

/** The steps that lead from a visit to the product. */
const steps = ["visits", "joined", "confirmed", "applied", "invited", "redeemed"] as const;

/** The outcome of each wave. */
const waveTable = (waves: WaveLines): Columns => ({
  title: "Waves, 30 days, UTC",
  columns: ["queued", "sent", "bounced", "complained", "unsubscribed", "came"],
  lines: waves.map((wave) => ({
    name: `${wave.number} ${wave.at.slice(5, 16).replace("T", " ")} ${waveName(wave)}`,
    values: [
      ...[wave.queued, wave.sent, wave.bounced, wave.complained, wave.unsubscribed].map(count),
      wave.redeemed === null ? "" : count(wave.redeemed),
    ],
  })),
});

/** The changes in all and by source, and the waves. */
function movementTables({ movement, waves }: StatsReport): Columns[] {
  const values = (line: Movement) => steps.map((key) => count(line[key]));
  const columns = steps.map((key) => (key === "redeemed" ? "came" : key));
  const bySource = movement.filter(({ total, span }) => !total && span === "month").slice(0, mostSources);
  return [
    {
      title: "What moved",
      columns,
      lines: (["today", "week", "before", "month"] as const).map((span) => ({
        name: shownSpans[span],
        values: values(movementIn(movement, span)),
      })),
    },
    {
      title: "By source, 30 days",
      columns,
      lines: bySource.map((line) => ({ name: line.source ?? "(direct)", values: values(line) })),
    },
    ...(waves.length > 0 ? [waveTable(waves)] : []),
  ];
}

/** How many of the most frequent sources are shown. */
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

/** The size of the waitlist, and the share of its people in each state. */
const peopleSection = ({ waitlist }: PeopleStats): Section => ({
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
});

/** The number of people by source. */
function sourceSection({ waitlist, sources, rarer_sources }: PeopleStats): Section {
  const shown = sources.slice(0, mostSources);
  const rarer = sources.length - shown.length + rarer_sources.sources;
  return {
    title: "Sources of everybody",
    rows: shown.map((one) => row(one.source ?? "(direct)", one.count, waitlist.total)),
    ...(rarer > 0 ? { below: `(${count(rarer)} rarer not shown)` } : {}),
  };
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

/** The reasons why a friend does not count, in words. */
const withheld: Record<string, string> = {
  oneself: "not counted: the referrer's own mailbox",
  mailbox_counted: "not counted: a mailbox that counted before",
  same_network: "not counted: the same network within a day",
};

/** How the list grows, in words. */
function growthSections({ answered, answers, friends, referrers, waitlist }: StatsReport): Section[] {
  const { joined, credits } = friends;
  return [
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
    ...[...new Set([...questionIds, ...Object.keys(answered)])].map((id): Section => {
      const question = isQuestion(id) ? questionOf(id) : undefined;
      const all = answered[id] ?? 0;
      const of = (choice: string) => answers.find((one) => one.question === id && one.answer === choice)?.count ?? 0;
      // Answers to what is not asked (now) have no choices; the most frequent are shown.
      const given = answers.filter((one) => one.question === id).map(({ answer }) => answer);
      const choices = question ? (question.kind === "text" ? [] : question.choices) : given;
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
