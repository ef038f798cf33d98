import { useState } from "react";
import type { Overview } from "../../server/contract/desk.ts";
import { overviewCopy } from "../copy/deskOverview.ts";
import { count, percent } from "./format.ts";
import { Segments } from "./Segments.tsx";

const words = overviewCopy.funnel;

/** How far people come: from a visit to the product, with the rate of each step. */
export function FunnelSteps({ funnel, everybody }: Pick<Overview, "funnel" | "everybody">) {
  const [days, setDays] = useState(30);
  const recent = funnel.find((line) => line.days === days);
  const of = recent ?? { ...everybody, visits: undefined };
  const steps = [
    ...(of.visits === undefined ? [] : [{ name: words.visits, value: of.visits }]),
    { name: words.joined, value: of.joined, rate: words.rates.joined },
    { name: words.confirmed, value: of.confirmed, rate: words.rates.confirmed },
    { name: words.invited, value: of.invited, rate: words.rates.invited },
    { name: words.redeemed, value: of.redeemed, rate: words.rates.redeemed },
  ];
  const most = Math.max(1, ...steps.map(({ value }) => value));
  return (
    <section className="panel">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-lg">{words.title}</h2>
        <Segments
          label={words.span}
          options={[7, 30, 0].map((value) => ({ value, name: words.spans[value === 7 ? 7 : value === 30 ? 30 : 0] }))}
          value={days}
          onChange={setDays}
        />
      </div>
      <ol className="grid gap-3">
        {steps.map(({ name, value, rate }, place) => {
          const before = steps[place - 1];
          return (
            <li key={name}>
              <p className="flex flex-wrap items-baseline gap-x-2">
                <span className="font-semibold">{name}</span>
                <span className="tabular-nums">{count(value)}</span>
                {before && rate !== undefined && (
                  <span className="ms-auto text-muted">
                    {rate} <span className="font-semibold text-ink tabular-nums">{percent(value, before.value)}</span>
                  </span>
                )}
              </p>
              <div aria-hidden="true" className="mt-1 h-3 rounded-lg bg-tint">
                <div className="h-3 rounded-lg bg-sea" style={{ width: `${(100 * value) / most}%` }} />
              </div>
            </li>
          );
        })}
      </ol>
      <p className="mt-3 text-xs text-muted">{recent ? words.note : words.everybodyNote}</p>
    </section>
  );
}
