import { example } from "../copy/example.ts";
import { Boat, BoatUnderWater, type SailWords } from "./Boat.tsx";
import { wave } from "./Waves.tsx";

const { bank, cash } = example;
const [march, april, may] = cash.past;

/** Units of the drawing for each euro in the bank. */
export const unitsPerEuro = 0.01205;

/** Where the waterline is for an amount. */
const level = (amount: number): number => Math.round(487.6 - amount * unitsPerEuro);

/** The balances on the waterline, from left to right. The lowest is under the boat, and what a card is about (pictures/Analytics.tsx). */
const balances = [
  { ...march, x: -300 },
  { ...april, x: -190 },
  { ...may, x: -70 },
  { ...cash.today, x: 76 },
  { ...cash.lowest, x: 290 },
  { ...cash.expected, x: 496 },
].map((balance) => Object.assign(balance, { y: level(balance.amount) }));

/** Where the waterline turns into waves, at the left and at the right. */
const [leftEnd, rightEnd] = [
  { x: -404, y: 446 },
  { x: 696, y: 446 },
];

/** Continues a path from the first point through the others, and is level at each. */
const curve = (points: readonly { x: number; y: number }[]): string =>
  points
    .slice(1)
    .map(({ x, y }, index) => {
      const { x: lastX, y: lastY } = points[index] ?? { x, y };
      return `s${(x - lastX) / 2} ${y - lastY} ${x - lastX} ${y - lastY}`;
    })
    .join("");

/** Half of a width that exceeds any screen. */
const waves = wave.repeat(5);

/** The waterline, which is the cash-flow curve: until today, and the forecast. */
const sofar = `M-2804 446${waves}${curve([leftEnd, ...balances.slice(0, 4)])}`;
const ahead = `${curve([...balances.slice(3), rightEnd])}${waves}`;
const sea = `${sofar}${ahead}V640h-5380Z`;

interface HeroSceneProps {
  sail: SailWords;
  /** Whether the waterline has labels with balances and dates. */
  cashFlow?: boolean;
}

/**
 * The picture of both pages: a boat with an invoice as sail and a ledger as hull, on the cash-flow curve. The sea reaches both edges
 * of the screen and continues as the background of the features section. Decorative.
 */
export function HeroScene({ sail, cashFlow = false }: HeroSceneProps) {
  return (
    <svg viewBox="60 0 450 590" className="w-full overflow-visible" aria-hidden="true">
      <clipPath id="sea">
        <path d={sea} />
      </clipPath>
      <circle cx="404" cy="172" r="128" className="fill-gold opacity-20 dark:opacity-8" />
      <path d={`M-2700 424${waves}${waves}V640h-4800Z`} className="fill-shoal" opacity=".45" />
      <Boat sail={sail} />
      <path d={sea} className="fill-deep" />
      <g clipPath="url(#sea)">
        <BoatUnderWater />
      </g>
      <g className="stroke-gold" fill="none" strokeWidth="2.5">
        <path d={sofar} />
        <path d={`M76 ${level(cash.today.amount)}${ahead}`} strokeDasharray="5 7" />
      </g>
      {cashFlow && (
        // At least 12 px high on every screen: the picture is as wide as a phone.
        <g className="fill-mist text-[16px] max-[22rem]:text-[19px]">
          <text x="286" y="566" textAnchor="middle">
            {bank}
          </text>
          {balances
            .filter(({ when }) => when !== cash.lowest.when)
            .map(({ x, y, when, shown }) => (
              <g key={when} textAnchor={x > 400 ? "end" : undefined} className={x < 0 ? "max-lg:hidden" : undefined}>
                <circle cx={x} cy={y} r="6" className="fill-gold" />
                <text x={x > 400 ? 500 : x - 6} y="475">
                  {when}
                </text>
                <text x={x > 400 ? 500 : x - 6} y="495" className="fill-foam font-semibold">
                  {shown}
                </text>
              </g>
            ))}
        </g>
      )}
    </svg>
  );
}
