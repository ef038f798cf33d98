import type { Movement, Overview } from "../../server/contract/desk.ts";
import { overviewCopy } from "../copy/deskOverview.ts";
import { count } from "./format.ts";

const words = overviewCopy.week;

/** How a week's figure differs from that of the week before, which is told with it. */
function changeOf({ week, before }: Movement): { change?: string; before: string } {
  if (before === 0) return { before: words.noneBefore };
  const percent = Math.round((100 * (week - before)) / before);
  return { change: words.change(Math.abs(percent), Math.sign(percent)), before: words.before(count(before)) };
}

/** The four figures of the week, each with its change. */
export function WeekFigures({ listed, joined, confirmed, unsubscribed }: Overview) {
  const grown = listed.now - listed.week_ago;
  const moved = (name: string, figure: Movement, note?: string) => ({
    name,
    value: figure.week,
    ...changeOf(figure),
    note: note === undefined ? words.today(count(figure.today)) : `${words.today(count(figure.today))} ${note}`,
  });
  const figures = [
    {
      name: words.listed,
      value: listed.now,
      change: words.grown(count(Math.abs(grown)), Math.sign(grown)),
      before: words.inWeek,
      note: words.listedNote,
    },
    moved(words.joined, joined),
    moved(words.confirmed, confirmed, words.confirmedNote),
    moved(words.unsubscribed, unsubscribed),
  ];
  return (
    <dl className="grid grid-cols-2 gap-4 lg:grid-cols-4">
      {figures.map(({ name, value, change, before, note }) => (
        <div key={name} className="panel grid content-start">
          <dt className="text-muted">{name}</dt>
          <dd className="font-display text-[2rem]/tight font-semibold tabular-nums">{count(value)}</dd>
          <dd className="mt-1">
            {change !== undefined && <span className="font-semibold">{change}</span>} {before}
          </dd>
          <dd className="text-xs text-muted">{note}</dd>
        </div>
      ))}
    </dl>
  );
}
