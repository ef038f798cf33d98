import { useState } from "react";
import { overviewCopy } from "../words/overview.ts";
import { count, percent } from "./format.ts";
import { Segments } from "./Segments.tsx";
import type { Overview } from "./api.ts";

const words = overviewCopy.funnel;

/** What the steps cover: the whole launch, or the movements of some days that end now. */
const spans = ["launch", "week", "month"] as const;

/**
 * Shows how far people come, with the rate of each step: from the list to the product, or in some days from a
 * visit.
 */
export function FunnelSteps({ list, moved }: Pick<Overview, "list" | "moved">) {
  const [span, setSpan] = useState<(typeof spans)[number]>("launch");
  const { confirmed, invited, redeemed } = span === "launch" ? list : moved[span];
  // The people who are invited in some days are others than those who confirm in them, so only the first steps
  // are parts of each other.
  const steps: { name: string; value: number; of?: number; rate?: string }[] =
    span === "launch"
      ? [
          { name: words.total, value: list.total },
          { name: words.confirmed, value: confirmed, of: list.total, rate: words.rates.confirmed },
          { name: words.invited, value: invited, of: confirmed, rate: words.rates.invited },
          { name: words.redeemed, value: redeemed, of: invited, rate: words.rates.redeemed },
        ]
      : [
          { name: words.visits, value: moved[span].visits },
          { name: words.joined, value: moved[span].joined, of: moved[span].visits, rate: words.rates.joined },
          { name: words.confirmed, value: confirmed, of: moved[span].joined, rate: words.rates.confirmed },
          { name: words.invited, value: invited },
          { name: words.redeemed, value: redeemed },
        ];
  const most = Math.max(1, ...steps.map(({ value }) => value));
  return (
    <section className="panel">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-lg">{words.title}</h2>
        <Segments
          label={words.span}
          options={spans.map((value) => ({ value, name: words.spans[value] }))}
          value={span}
          onChange={setSpan}
        />
      </div>
      <ol className="grid gap-3">
        {steps.map(({ name, value, of, rate }) => (
          <li key={name}>
            <p className="flex flex-wrap items-baseline gap-x-2">
              <span className="font-semibold">{name}</span>
              <span className="tabular-nums">{count(value)}</span>
              {of !== undefined && (
                <span className="ms-auto text-muted">
                  {rate} <span className="font-semibold text-ink tabular-nums">{percent(value, of)}</span>
                </span>
              )}
            </p>
            <div aria-hidden="true" className="mt-1 h-3 rounded-lg bg-tint">
              <div
                className="h-3 rounded-lg bg-sea forced-colors:bg-[CanvasText]"
                style={{ width: `${(100 * value) / most}%` }}
              />
            </div>
          </li>
        ))}
      </ol>
      <p className="mt-3 text-xs text-muted">{span === "launch" ? words.launchNote : words.note}</p>
    </section>
  );
}
