import { replyWithinHours } from "../../../server/contract/reply.ts";
import { cut, type Glyphs, glyphsFor, type painter } from "../../cli/terminalText.ts";
import type { Io } from "../../cli/io.ts";
import { count, longSpan } from "../../cli/amounts.ts";
import { gap, table, withFigures } from "../../cli/table.ts";
import type { ReviewReport } from "../../records/reviewReport.ts";
import { type Bucket, describePeriod, type Period, type StatsReport, totals } from "./report.ts";

/** Most and fewest cells that the longest bar may have. */
const [widestBar, narrowestBar] = [50, 4];

/** Most bars shown: what fits on a page. --json and --html have all of them. */
const mostBars = 42;

/** Most sources shown, the frequent ones. */
const mostSources = 10;

/** Cells of a date, such as 2026-05-04. */
const dayWidth = 10;

/** A bar, as precise as the partial blocks of the terminal allow. */
function bar(value: number, highest: number, width: number, { full, parts }: Glyphs): string {
  const cells = highest === 0 ? 0 : (value / highest) * width;
  const text = full.repeat(Math.floor(cells)) + (parts[Math.floor((cells % 1) * parts.length)] ?? "");
  return text === "" && value > 0 ? (parts[1] ?? full) : text;
}

/** A part in percent; `none` where there is no whole. */
export const share = (part: number, whole: number, none: string): string =>
  whole === 0 ? none : `${((part / whole) * 100).toFixed(1)} %`;

/** The heading above the figures of {@link answers}. */
export const answersHeading = `Answers to applications, promised within ${replyWithinHours} hours`;

/** How well the promised reply time is kept, as names and figures; `none` stands for a missing figure. */
export const answers = (reviews: ReviewReport, none: string): [name: string, figure: string][] => [
  ["overdue", count(reviews.overdue)],
  ["in time", share(reviews.in_time, reviews.to_be_answered, none)],
  ["median time", reviews.median_seconds === null ? none : longSpan(reviews.median_seconds * 1000)],
];

/** The figures as text with bars; no line is longer than the terminal is wide. */
export function terminalCharts(
  report: StatsReport,
  bucket: Bucket,
  period: Period,
  terminal: Pick<Io, "columns" | "unicode"> & { paint: ReturnType<typeof painter> },
): string {
  const { waitlist, applications } = report;
  const { columns, paint } = terminal;
  const glyphs = glyphsFor(terminal);
  const heading = (text: string) => `${paint("bold", text)}\n`;
  const signups = report.signups.slice(-mostBars);
  const highest = Math.max(...signups.map((signup) => signup.count), 0);
  const left = report.signups.length - signups.length;
  const otherSources = report.sources.length - mostSources + report.rarer_sources.sources;
  const room = columns - dayWidth - count(highest).length - 2 * gap;
  const barWidth = Math.max(narrowestBar, Math.min(widestBar, room));
  const bars = signups.map(({ start, count: n }) => [
    start,
    paint("green", bar(n, highest, barWidth, glyphs)),
    count(n),
  ]);
  const people = Math.max(waitlist.total, ...applications.map((row) => row.count));
  const nameWidth = Math.max(12, columns - 2 * gap - count(people).length - "100.0 %".length);
  const line = (name: string, n: number, whole: number) => [
    cut(name, nameWidth, glyphs.ellipsis),
    count(n),
    share(n, whole, glyphs.dash),
  ];
  const figures = (rows: readonly (readonly string[])[]) => table(withFigures(rows));
  const total = applications.reduce((sum, row) => sum + row.count, 0);
  return [
    `${describePeriod(period)}\n\n`,
    heading(`Sign-ups per ${bucket}`),
    ...(left > 0 ? [paint("dim", `(${left} earlier not shown)\n`)] : []),
    bars.length === 0 ? "none yet\n" : table(withFigures(bars, [2])),
    `\n${heading("Waitlist")}`,
    figures([
      ["people", count(waitlist.total)],
      line("notified", waitlist.notified, waitlist.total),
      line("confirmed", waitlist.confirmed, waitlist.total),
      line("unsubscribed", waitlist.unsubscribed, waitlist.total),
    ]),
    `\n${heading("Sources")}`,
    report.sources.length === 0
      ? "none yet\n"
      : figures(
          report.sources
            .slice(0, mostSources)
            .map(({ source, count: n }) => line(source ?? "(direct)", n, waitlist.total)),
        ),
    ...(otherSources > 0 ? [paint("dim", `(${count(otherSources)} rarer not shown)\n`)] : []),
    `\n${heading("Beta applications")}`,
    total === 0
      ? "none yet\n"
      : figures([
          ["all", count(total)],
          ...[...totals(applications, "status"), ...totals(applications, "role")].map(({ name, count: n }) =>
            line(name, n, total),
          ),
        ]),
    ...(total === 0 ? [] : [`\n${heading(answersHeading)}`, table(answers(report.reviews, glyphs.dash))]),
    `\n${heading("Forms filled by machines, not stored")}`,
    report.trapped.length === 0
      ? "none yet\n"
      : figures(totals(report.trapped, "form").map(({ name, count: n }) => [name, count(n)])),
  ].join("");
}
