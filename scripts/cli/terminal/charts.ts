import { count } from "../../../server/lib/amounts.ts";
import type { Io } from "./io.ts";
import { gap, table, withFigures } from "./table.ts";
import { cut, type Glyphs, glyphsFor, type painter } from "./terminalText.ts";

/** Figures under a heading. A section without a heading is a paragraph of sentences. */
export interface Section {
  title: string;
  /** `share` is a part of a whole from 0 to 1; NaN where there is no whole. */
  rows: { name: string; value: string; share?: number }[];
  /** Text below the figures. */
  below?: string;
}

/** Figures in columns, which are named above them. */
export interface Columns {
  title: string;
  columns: readonly string[];
  lines: readonly { name: string; values: readonly string[] }[];
}

/** A share in percent, or `none` where there is no whole. */
const percent = (share: number, none: string): string => (Number.isNaN(share) ? none : `${(share * 100).toFixed(1)} %`);

/** Most and fewest cells that the longest bar may have. */
const [widestBar, narrowestBar] = [50, 4];

/** Most bars shown: what fits on a page. --json has all of them. */
const mostBars = 42;

/** Cells of a date, such as 2026-05-04. */
const dayWidth = 10;

/** A bar, as precise as the terminal's partial block characters allow. */
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

type Terminal = Pick<Io, "columns" | "unicode"> & { paint: ReturnType<typeof painter> };

/** Text below a heading, which may be empty. */
function part({ paint }: Terminal, heading: string, text: string, note?: string): string {
  const head = heading === "" ? "" : `${paint("bold", heading)}\n`;
  return `\n${head}${text === "" ? "none yet\n" : text}${note === undefined ? "" : paint("dim", `${note}\n`)}`;
}

function barsText({ title, bars }: Bars, terminal: Terminal): string {
  const shown = bars.slice(-mostBars);
  const highest = Math.max(...shown.map((one) => one.count), 0);
  const left = bars.length - shown.length;
  const room = terminal.columns - dayWidth - count(highest).length - 2 * gap;
  const barWidth = Math.max(narrowestBar, Math.min(widestBar, room));
  const lines = shown.map(({ start, count: n }) => [
    start,
    terminal.paint("green", bar(n, highest, barWidth, glyphsFor(terminal))),
    count(n),
  ]);
  return part(terminal, title, table(withFigures(lines, [2])), left > 0 ? `(${left} earlier not shown)` : undefined);
}

function columnsText({ title, columns: names, lines }: Columns, terminal: Terminal): string {
  const { ellipsis } = glyphsFor(terminal);
  const widths = names.map((name, n) => Math.max(name.length, ...lines.map(({ values }) => values[n]?.length ?? 0)));
  const nameWidth = Math.max(12, terminal.columns - widths.reduce((sum, width) => sum + gap + width, 0));
  const cells = [["", ...names], ...lines.map(({ name, values }) => [cut(name, nameWidth, ellipsis), ...values])];
  const figures = names.map((_name, n) => n + 1);
  return part(terminal, title, lines.length === 0 ? "" : table(withFigures(cells, figures)));
}

function sectionText({ title, rows, below }: Section, terminal: Terminal): string {
  const { ellipsis, dash } = glyphsFor(terminal);
  const longest = Math.max(...rows.map(({ value }) => value.length));
  const nameWidth = Math.max(12, terminal.columns - 2 * gap - longest - "100.0 %".length);
  const cells = rows.map(({ name, value, share }) => [
    cut(name, nameWidth, ellipsis),
    value,
    ...(share === undefined ? [] : [percent(share, dash)]),
  ]);
  // A section without a heading consists of sentences.
  return part(terminal, title, table(title === "" ? cells : withFigures(cells)), below);
}

/** Figures as text; no line of figures is longer than the terminal is wide. */
export const figuresText = (sections: readonly (Section | Columns | Bars)[], terminal: Terminal): string =>
  sections
    .map((section) =>
      "bars" in section
        ? barsText(section, terminal)
        : "columns" in section
          ? columnsText(section, terminal)
          : sectionText(section, terminal),
    )
    .join("");
