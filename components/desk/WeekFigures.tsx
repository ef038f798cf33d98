import type { Overview } from "../../server/contract/desk.ts";
import { overviewCopy } from "../copy/deskOverview.ts";
import { count } from "./format.ts";

const words = overviewCopy.week;

/** Who may be mailed, and what moved in 7 days beside the 7 before. */
export function WeekFigures({ list, moved: { today, week, before } }: Pick<Overview, "list" | "moved">) {
  const figures = [
    {
      name: words.mailable,
      value: list.mailable,
      was: words.ofAll(count(list.total)),
      note: words.away(count(list.unsubscribed), count(list.bounced + list.complained)),
    },
    ...(["joined", "confirmed", "unsubscribed"] as const).map((key) => ({
      name: words[key],
      value: week[key],
      was: words.was(count(before[key])),
      note: words.today(count(today[key])),
    })),
  ];
  return (
    <dl className="grid grid-cols-2 gap-4 lg:grid-cols-4">
      {figures.map(({ name, value, was, note }) => (
        <div key={name} className="panel grid content-start">
          <dt className="text-muted">{name}</dt>
          <dd className="font-display text-[2rem]/tight font-semibold tabular-nums">{count(value)}</dd>
          <dd className="mt-1">{was}</dd>
          <dd className="text-xs text-muted">{note}</dd>
        </div>
      ))}
    </dl>
  );
}
