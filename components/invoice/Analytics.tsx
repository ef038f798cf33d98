import { example } from "./example.ts";
import { pictureWords } from "./words.ts";
import { unitsPerEuro } from "./HeroScene.tsx";
import { between, Entry, left, Moment, Picture, right } from "../boat/Picture.tsx";

const { today, lowest, expected, reserve } = example.cash;

/** Where the curve is for an amount: as steep as the hero's, on the waterline at the reserve. */
const level = (amount: number): number => Math.round(112 - (amount - reserve.amount) * unitsPerEuro);
const [start, low, end] = [level(today.amount), level(lowest.amount), level(expected.amount)];

const forecast = `M24 ${start}c68 0 80 ${low - start} 136 ${low - start}s68 ${end - low} 136 ${end - low}`;

/** Balance and forecast. The waterline is the reserve, below which the curve falls once. */
export function Analytics() {
  return (
    <Picture
      line={between}
      above={
        <>
          <path d={forecast} className="fill-none stroke-ink" strokeWidth="3" strokeDasharray="4 5" />
          <text x={left} y="38">
            {today.when}
          </text>
          <text x={left} y="57" className="font-semibold">
            {today.shown}
          </text>
          <text x={right} y="19" textAnchor="end">
            {expected.when}
          </text>
          <text x={right} y="37" textAnchor="end" className="font-semibold">
            {expected.shown}
          </text>
        </>
      }
      below={
        <>
          <path
            d={forecast}
            className="fill-none stroke-gold [clip-path:inset(86%_0_0)]"
            strokeWidth="3"
            strokeDasharray="4 5"
          />
          <Moment x={left} y={start} />
          <Moment x={160} y={low} />
          <Moment x={right} y={end} />
          <Entry y={151} name={lowest.when} amount={lowest.shown} />
          <text x={left} y="170">
            {pictureWords.analytics.reserve}
          </text>
        </>
      }
    />
  );
}
