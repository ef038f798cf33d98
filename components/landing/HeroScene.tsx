import { example } from "../copy/en/example.ts";
import { Boat, BoatUnderWater, type SailWords } from "./Boat.tsx";
import { wave } from "./Waves.tsx";

const { bank, cash } = example;
const { past, today, expected } = cash;

/** Half of a width that exceeds any screen. */
const waves = wave.repeat(5);

/** The waterline, which is the cash-flow curve: until today, and the forecast. */
const sofar = `M-2804 446${waves}s50 4 104 4 50 6 110 6 60-16 120-16 70-4 146-4`;
const ahead = `s100 16 214 16 100-30 206-30 90 24 200 24${waves}`;
const sea = `${sofar}${ahead}V640h-5380Z`;

/** Positions of the months on the waterline. */
const nodes: readonly (readonly [x: number, y: number, when: string, amount: string])[] = [
  [-300, 450, ...past[0]],
  [-190, 456, ...past[1]],
  [-70, 440, ...past[2]],
  [76, 436, ...today],
  [496, 422, ...expected],
];

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
        <path d={`M76 436${ahead}`} strokeDasharray="5 7" />
      </g>
      {cashFlow && (
        // At least 12 px high on every screen: the picture is as wide as a phone.
        <g className="fill-mist text-[16px] max-[22rem]:text-[19px]">
          <text x="286" y="566" textAnchor="middle">
            {bank}
          </text>
          {nodes.map(([x, y, when, amount]) => (
            <g key={x} textAnchor={x > 400 ? "end" : undefined} className={x < 0 ? "max-lg:hidden" : undefined}>
              <circle cx={x} cy={y} r="6" className="fill-gold" />
              <text x={x > 400 ? 500 : x - 6} y="478">
                {when}
              </text>
              <text x={x > 400 ? 500 : x - 6} y="499" className="fill-foam font-semibold">
                {amount}
              </text>
            </g>
          ))}
        </g>
      )}
    </svg>
  );
}
