import { example } from "./example.ts";
import { pictureWords } from "./words.ts";
import { Boat, BoatUnderWater, type SailWords } from "../boat/Boat.tsx";
import { wave } from "../boat/Waves.tsx";

const { bank, cash } = example;
const [march, april, may] = cash.past;

/** Units of the drawing for each euro in the bank. */
export const unitsPerEuro = 0.0241;

/** Where the waterline is for an amount. */
const level = (amount: number): number => Math.round(528 - amount * unitsPerEuro);

/** The balances on the waterline, from left to right. The lowest is in front of the boat, and what a card is about (Analytics.tsx). */
const balances = [
  { ...march, x: -300 },
  { ...april, x: -190 },
  { ...may, x: -70 },
  { ...cash.today, x: 76 },
  { ...cash.lowest, x: 490 },
  { ...cash.expected, x: 578 },
].map((balance) => Object.assign(balance, { y: level(balance.amount) }));
const [low, end] = balances.slice(4);

/** Where the waterline turns into waves, at the left and at the right. */
const [leftEnd, rightEnd] = [
  { x: -404, y: 446 },
  { x: 760, y: 446 },
];

/** Continues a path from the first point through the others, and is level at each. */
const curve = (points: readonly { x: number; y: number }[]): string =>
  points
    .slice(1)
    .map(({ x, y }, index) => {
      const { x: lastX, y: lastY } = points[index] ?? { x, y };
      const half = (x - lastX) / 2;
      return `c${half} 0 ${half} ${y - lastY} ${x - lastX} ${y - lastY}`;
    })
    .join("");

/** Half of a width that exceeds any screen. */
const waves = wave.repeat(5);

/** The waterline, which is the cash-flow curve: until today, and the forecast. */
const sofar = `M-2804 446${waves}${curve([leftEnd, ...balances.slice(0, 4)])}`;
const ahead = `${curve([...balances.slice(3), rightEnd])}${waves}`;
const sea = `${sofar}${ahead}V740h-5380Z`;

interface HeroSceneProps {
  sail: SailWords;
  /** Whether the waterline has labels with balances and dates. */
  cashFlow?: boolean;
}

/**
 * The picture of both pages: a boat with an invoice as sail and a ledger as hull, sailing along the cash-flow curve to what is expected.
 * The sea reaches both edges of the screen and continues as the background of the features section. Decorative.
 */
export function HeroScene({ sail, cashFlow = false }: HeroSceneProps) {
  return (
    <svg viewBox={cashFlow ? "60 40 530 574" : "60 40 450 574"} className="w-full overflow-visible" aria-hidden="true">
      <clipPath id="sea">
        <path d={sea} />
      </clipPath>
      <circle cx="430" cy="190" r="128" className="fill-gold opacity-20 dark:opacity-8" />
      <path d={`M-2700 432${waves}${waves}V740h-4800Z`} className="fill-shoal" opacity=".45" />
      <path d={sea} className="fill-deep" />
      <g className="stroke-gold" fill="none" strokeWidth="2.5">
        <path d={sofar} />
        <path d={`M76 ${level(cash.today.amount)}${ahead}`} strokeDasharray="5 7" />
      </g>
      {/* The boat is drawn over the waterline, whose dashes would otherwise saw the hull. */}
      <Boat sail={sail} />
      <g clipPath="url(#sea)">
        <BoatUnderWater />
      </g>
      {cashFlow && (
        // The letters stay at least 12 px high on a phone, to whose width the picture is scaled down.
        <g className="fill-mist text-[17px] max-lg:text-[21px]">
          <text x="78" y="604">
            {bank}
          </text>
          {balances.map(({ x, y, when, shown }) => (
            <g key={when} className={x < 0 ? "max-lg:hidden" : undefined}>
              <circle cx={x} cy={y} r="6" className="fill-gold" />
              {x < 100 && (
                <>
                  <text x={x - 6} y="496">
                    {when}
                  </text>
                  <text x={x - 6} y="520" className="fill-foam font-semibold">
                    {shown}
                  </text>
                </>
              )}
            </g>
          ))}
          <g textAnchor="end">
            <text x="586" y="498" className="fill-foam font-semibold">
              {`${low?.when} ${low?.shown},`}
            </text>
            <text x="586" y="522">
              {pictureWords.analytics.reserve}
            </text>
            <g className="fill-ink">
              <text x="586" y={(end?.y ?? 0) - 40}>
                {end?.when}
              </text>
              <text x="586" y={(end?.y ?? 0) - 16} className="font-semibold">
                {end?.shown}
              </text>
            </g>
          </g>
        </g>
      )}
    </svg>
  );
}
