import { example } from "./example.ts";
import { pictureWords } from "./words.ts";
import { Entry, fromEdge, left, Picture, right } from "../boat/Picture.tsx";

const { title, client, total, action, paid, rest } = pictureWords.invoicing;
const share = example.parts.percent / 100;

/** An invoice that can be paid at once; below it how much of it has been paid. */
export function Invoicing() {
  return (
    <Picture
      line={fromEdge}
      above={
        <g className="fill-print">
          <path d="M24 22h248l24 24v90H24Z" className="fill-sheet stroke-line" />
          <path d="M272 22v24h24Z" className="fill-line" />
          <text x="42" y="54" className="font-display text-[17px] font-semibold">
            {title}
          </text>
          <text x="42" y="82">
            {client}
          </text>
          <text x="264" y="54" textAnchor="end" className="font-semibold">
            {total}
          </text>
          <rect x="176" y="66" width="88" height="28" rx="8" className="fill-gold" />
          <text x="220" y="85" textAnchor="middle" className="font-semibold">
            {action}
          </text>
        </g>
      }
      below={
        <>
          <rect x={left} y="130" width={right - left} height="8" rx="4" className="fill-seam" />
          <rect x={left} y="130" width={(right - left) * share} height="8" rx="4" className="fill-gold" />
          <Entry y={164} name={paid} amount={rest} />
        </>
      }
    />
  );
}
