import { useState } from "react";
import { overviewCopy } from "../words/overview.ts";
import { BarChart } from "./BarChart.tsx";
import { count } from "./format.ts";
import { Segments } from "./Segments.tsx";
import type { Overview } from "./api.ts";

const words = overviewCopy.chart;

/** Number of days above which a bar stands for a week, as bars of days would be thinner than a line. */
const mostDays = 180;

/** The facts of one bar: the day it begins, how many joined in it, and how many had joined at its end. */
interface ChartBar {
  start: string;
  joined: number;
  all: number;
  /** Whether its day or week is not over. */
  isOpen: boolean;
}

/** The last days up to today, at least so many; nobody joined before the first one. */
function atLeast(days: number, signups: Overview["signups"]): Overview["signups"] {
  const today = Date.parse(signups.at(-1)?.start ?? "");
  const more = Math.max(0, days - signups.length);
  return Array.from({ length: more }, (_, n) => {
    const start = new Date(today - (days - 1 - n) * 86_400_000).toISOString().slice(0, 10);
    return { start, count: 0 };
  }).concat(signups);
}

/** Groups the last days of the sign-ups into bars of a day, or of a week if there are many. */
function barsOf(signups: Overview["signups"], days: number): { bars: ChartBar[]; length: number } {
  const from = Math.max(0, signups.length - days);
  const length = signups.length - from > mostDays ? 7 : 1;
  let all = signups.slice(0, from).reduce((sum, { count: n }) => sum + n, 0);
  const bars: ChartBar[] = [];
  // The last of the whole weeks ends today.
  for (
    let first = from - ((length - ((signups.length - from) % length)) % length);
    first < signups.length;
    first += length
  ) {
    const part = signups.slice(Math.max(from, first), first + length);
    const joined = part.reduce((sum, { count: n }) => sum + n, 0);
    bars.push({
      start: part[0]?.start ?? "",
      joined,
      all: (all += joined),
      isOpen: first + length >= signups.length,
    });
  }
  return { bars, length };
}

/**
 * A chart of the sign-ups over time, which shows a bar's values when it is pointed at or focused, and the same
 * as a table.
 */
export function Signups({ signups, timeZone }: Pick<Overview, "signups" | "timeZone">) {
  const [days, setDays] = useState(30);
  const { bars, length } = barsOf(atLeast(days, signups), days === 0 ? Infinity : days);
  const joined = bars.reduce((sum, bar) => sum + bar.joined, 0);
  const nameOf = (start: string) => (length === 1 ? start : words.week(start));
  return (
    <section className="panel">
      <div className="mb-2 flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-lg">{words.title(length === 1)}</h2>
        <Segments label={words.span} options={words.spans} value={days} onChange={setDays} />
      </div>
      <p className="mb-2 flex flex-wrap gap-x-4 text-xs text-muted" aria-hidden="true">
        <span>
          <span className="text-sea">■</span> {words.joined(length === 1)}
        </span>
        <span>
          <span className="text-brass">■</span> {words.today(length === 1)}
        </span>
      </p>
      <BarChart
        bars={bars.map(({ start, joined: value, isOpen }) => ({
          name: nameOf(start),
          value,
          tick: start === signups.at(-1)?.start ? words.todayTick : start.slice(days === 0 ? 2 : 5),
          isOpen,
        }))}
        label={words.of(count(joined), bars.length, length === 1)}
        counts={words.joined(length === 1)}
        mostTicks={days === 0 ? 4 : 6}
      />
      <p className="mt-2 text-xs text-muted">{words.note(timeZone)}</p>
      <details className="mt-1">
        <summary className="min-h-11 cursor-pointer py-2.5 font-semibold text-sea">{words.asTable}</summary>
        <table className="grid-table" aria-label={words.title(length === 1)}>
          <thead>
            <tr>
              <th scope="col">{length === 1 ? words.day : words.weekFrom}</th>
              <th scope="col" className="figure">
                {words.joined(length === 1)}
              </th>
              <th scope="col" className="figure">
                {words.all}
              </th>
            </tr>
          </thead>
          <tbody>
            {bars.toReversed().map(({ start, joined: n, all }) => (
              <tr key={start}>
                <th scope="row">{start}</th>
                <td className="figure">{count(n)}</td>
                <td className="figure">{count(all)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </section>
  );
}
