import { type KeyboardEvent, type PointerEvent, useState } from "react";
import { count } from "./format.ts";

/** A bar of a chart. */
export interface Bar {
  /** What it stands for, said when it is pointed at. */
  name: string;
  value: number;
  /** Its label at the axis, of which only some are shown. */
  tick: string;
  /** The bar of a time that is not over has another colour. */
  isOpen: boolean;
}

/** The numbers of an axis: at most six, from 0 to one that is no less than `most`, in steps of 1, 2 or 5 or tens of them. */
export function axisUpTo(most: number): number[] {
  const least = Math.max(1, most / 4);
  const power = 10 ** Math.floor(Math.log10(least));
  const step = power * ([1, 2, 5].find((times) => times * power >= least) ?? 10);
  return Array.from({ length: Math.ceil(Math.max(1, most) / step) + 1 }, (_, n) => n * step);
}

/**
 * Bars side by side, whose values are told when they are pointed at, or by the arrow keys. Everything is placed by
 * shares of the width, so that no script measures the page and the browser draws all of it at once.
 */
export function BarChart(props: {
  bars: readonly Bar[];
  /** What the chart says in all. */
  label: string;
  /** What a value counts. */
  counts: string;
  /** Most labels below the bars. */
  mostTicks: number;
}) {
  const { bars, label, counts, mostTicks } = props;
  const [at, setAt] = useState<number>();
  const axis = axisUpTo(Math.max(...bars.map(({ value }) => value)));
  const top = axis.at(-1) ?? 1;
  const last = bars.length - 1;
  const every = Math.ceil(bars.length / mostTicks);
  const middle = (n: number) => (100 * (n + 0.5)) / bars.length;
  const textOf = (n: number) => `${bars[n]?.name}. ${counts}: ${count(bars[n]?.value ?? 0)}`;

  function pressed(event: KeyboardEvent) {
    const moves: Partial<Record<string, number>> = {
      ArrowLeft: (at ?? last + 1) - 1,
      ArrowRight: (at ?? -1) + 1,
      Home: 0,
      End: last,
    };
    const to = moves[event.key];
    if (to === undefined) return;
    event.preventDefault();
    setAt(Math.min(last, Math.max(0, to)));
  }
  function pointed({ clientX, currentTarget }: PointerEvent) {
    const { left, width } = currentTarget.getBoundingClientRect();
    setAt(Math.min(last, Math.max(0, Math.floor(((clientX - left) / width) * bars.length))));
  }

  return (
    <div className="mt-4 grid grid-cols-[auto_1fr] gap-x-2 pe-4 text-xs text-muted tabular-nums">
      <div aria-hidden="true" className="flex h-56 flex-col-reverse justify-between text-end">
        {axis.map((n) => (
          <span key={n} className="-my-2.5">
            {count(n)}
          </span>
        ))}
      </div>
      <div
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={1}
        aria-valuemax={bars.length}
        aria-valuenow={(at ?? last) + 1}
        aria-valuetext={textOf(at ?? last)}
        className="relative touch-pan-y"
        onKeyDown={pressed}
        onBlur={() => setAt(undefined)}
        onPointerMove={pointed}
        onPointerDown={pointed}
        onPointerLeave={() => setAt(undefined)}
      >
        <svg
          aria-hidden="true"
          viewBox={`0 0 ${bars.length} ${top}`}
          preserveAspectRatio="none"
          className="absolute inset-0 size-full overflow-visible"
        >
          {axis.map((n) => (
            <path
              key={n}
              d={`M0 ${top - n}H${bars.length}`}
              className="stroke-rule"
              vectorEffect="non-scaling-stroke"
            />
          ))}
          {at !== undefined && <rect x={at} width={1} height={top} className="fill-tint" />}
          {bars.map(({ name, value, isOpen }, n) => (
            <rect
              key={name}
              x={n + 0.1}
              y={top - value}
              width={0.8}
              height={value}
              className={isOpen ? "fill-brass" : "fill-sea"}
            />
          ))}
        </svg>
        <p
          aria-hidden="true"
          className="slip pointer-events-none absolute top-0 px-3 py-1 whitespace-nowrap text-ink empty:hidden"
          style={{ left: `${middle(at ?? 0)}%`, translate: `-${middle(at ?? 0)}%` }}
        >
          {at !== undefined && textOf(at)}
        </p>
      </div>
      <p aria-hidden="true" className="relative col-start-2 mt-2 h-5">
        {bars.map(({ name, tick }, n) =>
          (last - n) % every === 0 ? (
            <span key={name} className="absolute -translate-x-1/2 whitespace-nowrap" style={{ left: `${middle(n)}%` }}>
              {tick}
            </span>
          ) : null,
        )}
      </p>
    </div>
  );
}
