import { overviewCopy } from "../words/overview.ts";
import { count, percent } from "./format.ts";
import type { Overview } from "./api.ts";

const words = overviewCopy.week;

/** How many of all people may be mailed, and why the others may not. */
export const Mailable = ({ list }: Pick<Overview, "list">) => (
  <section className="panel">
    <h2>{words.mailable}</h2>
    <p className="flex flex-wrap items-baseline gap-x-2">
      <span className="font-display text-[2rem]/tight font-semibold tabular-nums">{count(list.mailable)}</span>
      {words.ofAll(count(list.total))}
    </p>
    <p className="text-muted">
      {words.away(count(list.unsubscribed), count(list.bounced), count(list.complained))}{" "}
      {list.invited > 0 &&
        words.came(
          count(list.invited),
          count(list.redeemed),
          percent(list.redeemed, list.invited),
          count(list.invited - list.redeemed),
        )}
    </p>
  </section>
);

/** The movements of the last 7 days beside those of the 7 before. */
export const WeekFigures = ({ moved: { today, week, before } }: Pick<Overview, "moved">) => (
  <section className="panel">
    <h2>{words.title}</h2>
    <dl className="grid gap-y-1">
      {(["joined", "confirmed", "unsubscribed", "invited", "redeemed"] as const).map((key) => (
        <div key={key} className="flex items-baseline border-b border-rule py-1 last:border-b-0">
          <dt className="me-auto">{words[key]}</dt>
          <dd className="whitespace-nowrap">
            <span className="font-display text-xl font-semibold tabular-nums">{count(week[key])}</span>
            {words.was(count(before[key]))}
          </dd>
          <dd className="w-24 text-end whitespace-nowrap text-muted max-sm:w-20">{words.today(count(today[key]))}</dd>
        </div>
      ))}
    </dl>
  </section>
);
