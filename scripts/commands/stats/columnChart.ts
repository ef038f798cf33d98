import { count } from "../../cli/amounts.ts";
import type { Bucket, StatsReport } from "./report.ts";

/** The distance between grid lines: a round number that gives at most five steps. */
export function gridStep(highest: number): number {
  const rough = Math.max(highest, 1) / 5;
  const power = 10 ** Math.floor(Math.log10(rough));
  return Math.max(1, [1, 2, 5, 10].map((factor) => factor * power).find((step) => step >= rough) ?? rough);
}

/** Steps between the dates below a chart of so many columns: an even number, so that a phone can leave out every other date. */
const stepsOf = (columns: number): number => (columns > 4 ? 4 : columns > 2 ? 2 : columns - 1);

/**
 * A chart of columns over time. Only the columns are drawn; the labels are HTML text, which keeps its size when the chart
 * shrinks.
 */
export function columnChart(signups: StatsReport["signups"], bucket: Bucket): string {
  const highest = Math.max(...signups.map((signup) => signup.count));
  const step = gridStep(highest);
  const steps = Math.max(1, Math.ceil(highest / step));
  const top = step * steps;
  const lines = Array.from({ length: steps + 1 }, (_, index) => top - index * step);
  const gaps = stepsOf(signups.length);
  const dates = signups.filter(({ start }, index) => {
    const nth = Math.round((index * gaps) / (signups.length - 1 || 1));
    return start && Math.round((nth * (signups.length - 1)) / (gaps || 1)) === index;
  });
  return `<figure class="chart"><div class="y">${lines.map((n, index) => `<span style="top:${((index / steps) * 100).toFixed(2)}%">${count(n)}</span>`).join("")}</div>
<svg viewBox="0 0 ${signups.length} ${top}" preserveAspectRatio="none" role="img" aria-label="Sign-ups per ${bucket}">
${lines.map((n) => `<line x2="${signups.length}" y1="${top - n}" y2="${top - n}"${n === 0 ? ' class="base"' : ""}/>`).join("")}
${signups.map(({ start, count: n }, index) => `<rect x="${index + 0.1}" width=".8" y="${top - n}" height="${n}"><title>${start}: ${count(n)}</title></rect>`).join("\n")}
</svg>
<div class="x">${dates.map(({ start }) => `<span>${start}</span>`).join("")}</div></figure>`;
}
