import type { ReactNode } from "react";

/** Left and right edge of the drawing, in a picture 320 units wide. */
export const [left, right] = [24, 296];

/** Waves 80 units long, level and at the same height at both ends of each. */
const waves = (count: number) => "c20 0 20-6 40-6s20 6 40 6".repeat(count);

/** The waterline across a picture. */
const across = `M0 112${waves(4)}`;

/** The waterlines of a wide screen's bands: from its left edge, between the turns at both ends, and to its right edge. */
export const [fromEdge, between, toEdge] = [`M-480 112${waves(13)}`, `M-240 112${waves(7)}`, `M0 112${waves(13)}`];

interface PictureProps {
  above: ReactNode;
  below: ReactNode;
  /** The waterline on a wide screen, where it goes on beyond the picture. */
  line?: string;
}

/**
 * The picture of a feature's card: above the waterline what the client sees, below it what only the owner sees. 320 by 184 units,
 * with the waterline at 112. Decorative, as the card's text says what it is about.
 */
export function Picture({ above, below, line = across }: PictureProps) {
  return (
    <svg viewBox="0 0 320 184" className="picture w-full overflow-visible" aria-hidden="true">
      <g className="fill-ink">{above}</g>
      <path d={`${across}v28H0`} className="fill-deep" />
      <path d={line} className="fill-none stroke-gold" strokeWidth="3" />
      <g className="fill-foam">{below}</g>
    </svg>
  );
}

/** The waterline alone, for a card without a picture. */
export const Plain = () => <Picture above={null} below={null} />;

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

export function Moment({ x, y }: { x: number; y: number }) {
  return <circle cx={x} cy={y} r="5" className="fill-gold" />;
}
