import { example } from "./example.ts";
import { pictureWords } from "./words.ts";
import { Entry, left, Picture } from "../boat/Picture.tsx";

const { work, costs, margin } = pictureWords.time;

/** The hours of a week and what they earn; below it what they cost, and what is left. */
export function Time() {
  return (
    <Picture
      above={
        <>
          {example.project.days.map((hours, index) => (
            <rect
              key={hours}
              x={left + index * 26}
              y={112 - hours * 9}
              width="18"
              height={hours * 9 + 12}
              rx="3"
              className="fill-sea-deep"
            />
          ))}
          <text x="296" y="60" textAnchor="end" className="font-display text-[30px] font-semibold">
            {work[0]}
          </text>
          <text x="296" y="84" textAnchor="end">
            {work[1]}
          </text>
        </>
      }
      below={
        <>
          <Entry y={141} name={costs[0]} amount={costs[1]} />
          <Entry y={166} name={margin[0]} amount={margin[1]} />
        </>
      }
    />
  );
}
