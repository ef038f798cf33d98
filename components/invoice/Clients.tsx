import { pictureWords } from "./words.ts";
import { Entry, left, Picture } from "../boat/Picture.tsx";

const { who, done, pays, year } = pictureWords.clients;

/** A project as its client sees it; below it facts about the client. */
export function Clients() {
  return (
    <Picture
      above={
        <>
          <path d="M24 22h272v114H24Z" className="fill-surface stroke-rule" />
          <path d="M24 22h272v24H24Z" className="fill-tint stroke-rule" />
          <text x="36" y="39">
            {who}
          </text>
          <text x="36" y="72" className="font-semibold">
            {done[0]}
          </text>
          <text x="284" y="72" textAnchor="end">
            {done[1]}
          </text>
          {[0, 1, 2, 3].map((step) => (
            <rect
              key={step}
              x={left + 12 + step * 63}
              y="84"
              width="59"
              height="8"
              rx="4"
              className={step < 3 ? "fill-sea-deep" : "fill-none stroke-edge"}
            />
          ))}
        </>
      }
      below={
        <>
          <Entry y={141} name={pays[0]} amount={pays[1]} />
          <Entry y={166} name={year[0]} amount={year[1]} />
        </>
      }
    />
  );
}
