import type { ReactNode } from "react";

/** Left and right edge of the drawing, in a picture 320 units wide. */
export const [left, right] = [24, 296];

/** The path begins one wave further left, as it is animated to the right. */
const waterline = "M-160 112q40-7 80 0t80 0 80 0 80 0 80 0 80 0 80 0";

/**
 * The picture of a feature's card: above the waterline what the client sees, below it what only the owner sees. 320 by 184 units,
 * with the waterline at 112. Decorative, as the card's text says what it is about.
 */
export function Picture({ above, below }: { above: ReactNode; below: ReactNode }) {
  return (
    <svg viewBox="0 0 320 184" className="picture w-full" aria-hidden="true">
      <g className="fill-ink">{above}</g>
      <g className="water stroke-gold" strokeWidth="2">
        <path d={`${waterline}v80h-560`} className="fill-deep" />
      </g>
      <g className="below fill-foam">{below}</g>
    </svg>
  );
}

/** One line with words at the left and a figure at the right. */
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
