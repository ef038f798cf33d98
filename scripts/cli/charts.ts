import { count } from "../../server/lib/amounts.ts";
import type { Io } from "./io.ts";
import { gap, table, withFigures } from "./table.ts";
import { cut, type Glyphs, glyphsFor, type painter } from "./terminalText.ts";

/** Figures under a heading. */
export interface Section {
  title: string;
  /** `share` is a part of a whole from 0 to 1; NaN where there is no whole. */
  rows: { name: string; value: string; share?: number }[];
  /** What is said below the figures. */
  below?: string;
}

/** A share in percent; `none` where there is no whole. */
const percent = (share: number, none: string): string => (Number.isNaN(share) ? none : `${(share * 100).toFixed(1)} %`);

/** Most and fewest cells that the longest bar may have. */
const [widestBar, narrowestBar] = [50, 4];

/** Most bars shown: what fits on a page. --json has all of them. */
const mostBars = 42;

/** Cells of a date, such as 2026-05-04. */
const dayWidth = 10;

/** A bar, as precise as the partial blocks of the terminal allow. */
function bar(value: number, highest: number, width: number, { full, parts }: Glyphs): string {
  const cells = highest === 0 ? 0 : (value / highest) * width;
  const text = full.repeat(Math.floor(cells)) + (parts[Math.floor((cells % 1) * parts.length)] ?? "");
  return text === "" && value > 0 ? (parts[1] ?? full) : text;
}

/** A chart with a bar for each day or week, which begins at `start`. */
interface Bars {
  title: string;
  bars: readonly { start: string; count: number }[];
}

/** Figures as text with bars below a `first` line; no line of figures is longer than the terminal is wide. */
export function terminalCharts(
  first: string,
  chart: Bars,
  sections: readonly Section[],
  terminal: Pick<Io, "columns" | "unicode"> & { paint: ReturnType<typeof painter> },
): string {
  const { columns, paint } = terminal;
  const glyphs = glyphsFor(terminal);
  const part = (heading: string, text: string, note?: string) =>
    `\n${paint("bold", heading)}\n${text === "" ? "none yet\n" : text}${note === undefined ? "" : paint("dim", `${note}\n`)}`;
  const shown = chart.bars.slice(-mostBars);
  const highest = Math.max(...shown.map((one) => one.count), 0);
  const left = chart.bars.length - shown.length;
  const room = columns - dayWidth - count(highest).length - 2 * gap;
  const barWidth = Math.max(narrowestBar, Math.min(widestBar, room));
  const lines = shown.map(({ start, count: n }) => [
    start,
    paint("green", bar(n, highest, barWidth, glyphs)),
    count(n),
  ]);
  return [
    `${first}\n`,
    part(chart.title, table(withFigures(lines, [2])), left > 0 ? `(${left} earlier not shown)` : undefined),
    ...sections.map(({ title, rows, below }) => {
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
