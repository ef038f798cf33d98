import { pictureWords } from "../../copy/en/pictures.ts";
import { Entry, left, Moment, Picture, right } from "./Picture.tsx";

const { today, expected, lowest, warning } = pictureWords.analytics;

const forecast = "M24 66c40 0 70 62 120 62s90-98 152-98";

/** Balance and forecast. The waterline is the reserve, below which the curve falls once. */
export function Analytics() {
  return (
    <Picture
      above={
        <>
          <path d={forecast} className="fill-none stroke-ink" strokeWidth="2" strokeDasharray="4 5" />
          <text x={left} y="28">
            {today[0]}
          </text>
          <text x={left} y="47" className="font-semibold">
            {today[1]}
          </text>
          <text x={right} y="64" textAnchor="end">
            {expected[0]}
          </text>
          <text x={right} y="83" textAnchor="end" className="font-semibold">
            {expected[1]}
          </text>
        </>
      }
      below={
        <>
          <path
            d={forecast}
            className="fill-none stroke-gold [clip-path:inset(86%_0_0)]"
            strokeWidth="2"
            strokeDasharray="4 5"
          />
          <Moment x={left} y={66} />
          <Moment x={144} y={128} />
          <Moment x={right} y={30} />
          <Entry y={151} name={lowest[0]} amount={lowest[1]} />
          <text x={left} y="170">
            {warning}
          </text>
        </>
      }
    />
  );
}
