import { pictureWords } from "./words.ts";
import { left, Moment, Picture } from "../boat/Picture.tsx";

const { invoice, moments, rule } = pictureWords.automation;

/** Positions of the moments on the waterline, proportional to their days. */
const places = [
  [52, 107],
  [128, 106],
  [255, 110],
] as const;

/** What happens to an invoice automatically; below it the rule for that. */
export function Automation() {
  return (
    <Picture
      above={
        <>
          <text x={left} y="38" className="font-display text-[17px] font-semibold">
            {invoice}
          </text>
          {moments.map(([day, what], index) => (
            <g key={day} textAnchor="middle">
              <text x={places[index]?.[0]} y="72" className="font-semibold">
                {day}
              </text>
              <text x={places[index]?.[0]} y="91">
                {what}
              </text>
            </g>
          ))}
        </>
      }
      below={
        <>
          {places.map(([x, y]) => (
            <Moment key={x} x={x} y={y} />
          ))}
          <text x={left} y="157">
            {rule}
          </text>
          <rect x="260" y="141" width="36" height="22" rx="11" className="fill-gold" />
          <circle cx="285" cy="152" r="8" className="fill-deep" />
        </>
      }
    />
  );
}
