import type { Movement, Overview } from "../../server/contract/desk.ts";
import { overviewCopy } from "../copy/deskOverview.ts";
import { count } from "./format.ts";

const words = overviewCopy.week;

/** How a week's figure differs from that of the week before. */
function changeText({ week, before }: Movement): string {
  if (week === before) return words.same;
  if (before === 0) return words.noneBefore;
  const percent = Math.round((100 * Math.abs(week - before)) / before);
  return week > before ? words.more(percent, count(before)) : words.fewer(percent, count(before));
}

/** The four figures of the week, each with its change. */
export function WeekFigures({ listed, joined, confirmed, unsubscribed }: Overview) {
  const grown = listed.now - listed.week_ago;
  const moved = (name: string, figure: Movement, note?: string) => ({
    name,
    value: figure.week,
    change: changeText(figure),
    note: note === undefined ? words.today(count(figure.today)) : `${words.today(count(figure.today))} ${note}`,
  });
  const figures = [
    {
      name: words.listed,
      value: listed.now,
      change: grown === 0 ? words.same : words.grown(count(Math.abs(grown)), grown > 0),
      note: words.listedNote,
    },
    moved(words.joined, joined),
    moved(words.confirmed, confirmed, words.confirmedNote),
    moved(words.unsubscribed, unsubscribed),
  ];
  return (
    <dl className="grid grid-cols-2 gap-4 lg:grid-cols-4">
      {figures.map(({ name, value, change, note }) => (
        <div key={name} className="panel grid content-start">
          <dt className="text-muted">{name}</dt>
          <dd className="font-display text-[2rem]/tight font-semibold tabular-nums">{count(value)}</dd>
          <dd className="mt-1 font-semibold">{change}</dd>
          <dd className="text-xs text-muted">{note}</dd>
        </div>
      ))}
    </dl>
  );
}
