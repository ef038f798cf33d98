import { count } from "../../cli/amounts.ts";
import type { Io } from "../../cli/io.ts";
import { gap, table, withFigures } from "../../cli/table.ts";
import { cut, type Glyphs, glyphsFor, type painter } from "../../cli/terminalText.ts";
import {
  type Bucket,
  describePeriod,
  percent,
  type Period,
  sectionsOf,
  type StatsReport,
} from "../../operator/figures.ts";

/** Most and fewest cells that the longest bar may have. */
const [widestBar, narrowestBar] = [50, 4];

/** Most bars shown: what fits on a page. --json has all of them. */
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

/** The figures as text with bars; no line of figures is longer than the terminal is wide. */
export function terminalCharts(
  report: StatsReport,
  bucket: Bucket,
  period: Period,
  terminal: Pick<Io, "columns" | "unicode"> & { paint: ReturnType<typeof painter> },
): string {
  const { columns, paint } = terminal;
  const glyphs = glyphsFor(terminal);
  const part = (title: string, text: string, note?: string) =>
    `\n${paint("bold", title)}\n${text === "" ? "none yet\n" : text}${note === undefined ? "" : paint("dim", `${note}\n`)}`;
  const signups = report.signups.slice(-mostBars);
  const highest = Math.max(...signups.map((signup) => signup.count), 0);
  const left = report.signups.length - signups.length;
  const room = columns - dayWidth - count(highest).length - 2 * gap;
  const barWidth = Math.max(narrowestBar, Math.min(widestBar, room));
  const bars = signups.map(({ start, count: n }) => [
    start,
    paint("green", bar(n, highest, barWidth, glyphs)),
    count(n),
  ]);
  return [
    `${describePeriod(period)}\n`,
    part(`Sign-ups per ${bucket}`, table(withFigures(bars, [2])), left > 0 ? `(${left} earlier not shown)` : undefined),
    ...sectionsOf(report, mostSources).map(({ title, rows, below }) => {
      const longest = Math.max(...rows.map(({ value }) => value.length));
      const nameWidth = Math.max(12, columns - 2 * gap - longest - "100.0 %".length);
      const cells = rows.map(({ name, value, share }) => [
        cut(name, nameWidth, glyphs.ellipsis),
        value,
        ...(share === undefined ? [] : [percent(share, glyphs.dash)]),
      ]);
      return part(title, table(withFigures(cells)), below);
    }),
  ].join("");
}
