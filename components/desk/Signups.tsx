import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts";
import type { Overview } from "../../server/contract/desk.ts";
import { deskCopy } from "../copy/desk.ts";
import { count } from "./format.ts";

const words = deskCopy.overview;

/** Sign-ups a day as a chart, and as a table. */
export function Signups({ signups }: Pick<Overview, "signups">) {
  const all = signups.reduce((sum, { count: n }) => sum + n, 0);
  return (
    <section className="panel">
      <h2>{words.signups}</h2>
      <div role="img" aria-label={words.signupsOf(count(all), signups.length)} className="h-56">
        <ResponsiveContainer width="100%" height="100%">
          <BarChart data={signups} accessibilityLayer={false} margin={{ top: 4, right: 0, bottom: 0, left: 0 }}>
            <CartesianGrid vertical={false} stroke="var(--color-rule)" />
            <XAxis
              dataKey="start"
              tick={{ fill: "var(--color-muted)", fontSize: 13 }}
              tickFormatter={(day: string) => day.slice(5)}
              tickLine={false}
              axisLine={{ stroke: "var(--color-edge)" }}
              minTickGap={24}
            />
            <YAxis
              width="auto"
              allowDecimals={false}
              tick={{ fill: "var(--color-muted)", fontSize: 13 }}
              tickLine={false}
              axisLine={false}
            />
            <Tooltip
              cursor={{ fill: "var(--color-tint)" }}
              contentStyle={{ background: "var(--color-surface)", border: "1px solid var(--color-edge)" }}
              itemStyle={{ color: "var(--color-ink)" }}
              isAnimationActive={false}
            />
            <Bar dataKey="count" name={words.joined} fill="var(--color-sea)" isAnimationActive={false} />
          </BarChart>
        </ResponsiveContainer>
      </div>
      <details className="mt-2">
        <summary className="min-h-11 cursor-pointer py-2.5 font-semibold text-sea">{words.asTable}</summary>
        <table className="grid-table">
          <thead>
            <tr>
              <th scope="col">{words.day}</th>
              <th scope="col" className="figure">
                {words.joined}
              </th>
            </tr>
          </thead>
          <tbody>
            {signups.toReversed().map(({ start, count: n }) => (
              <tr key={start}>
                <th scope="row">{start}</th>
                <td className="figure">{count(n)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </section>
  );
}
