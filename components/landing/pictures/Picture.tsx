import type { ReactNode } from "react";

/** Where the left and the right edge of what is drawn lie, in a picture 320 units wide. */
export const [left, right] = [24, 296];

/** It begins a wave further left, from where it flows in. */
const waterline = "M-160 112q40-7 80 0t80 0 80 0 80 0 80 0 80 0 80 0";

/**
 * The picture at the top of a feature's card: above the waterline what the client sees, below it what only the owner sees.
 * 320 by 184 units, the waterline at 112. Decorative: the card says in words what it is about.
 */
export function Picture({ above, below }: { above: ReactNode; below: ReactNode }) {
  return (
    <svg viewBox="0 0 320 184" className="picture w-full bg-paper" aria-hidden="true">
      <g className="fill-ink">{above}</g>
      <g className="water stroke-gold" strokeWidth="2">
        <path d={`${waterline}v80h-560`} className="fill-deep" />
      </g>
      <g className="below fill-foam">{below}</g>
    </svg>
  );
}

/** Words at the left, a figure at the right, on one line. */
export function Entry({ y, name, amount }: { y: number; name: string; amount: string }) {
  return (
    <>
      <text x={left} y={y}>
        {name}
      </text>
      <text x={right} y={y} textAnchor="end" className="font-semibold">
        {amount}
      </text>
    </>
  );
}

/** A moment in time. */
export function Moment({ x, y }: { x: number; y: number }) {
  return <circle cx={x} cy={y} r="5" className="fill-gold" />;
}
