import { pictureWords } from "./words.ts";
import { Entry, Picture, toEdge } from "../boat/Picture.tsx";

const { sum, total, due, day } = pictureWords.tax;

/** The sum of an invoice with its tax; below it the tax of all invoices, and when it is due. */
export function Tax() {
  return (
    <Picture
      line={toEdge}
      above={
        <>
          {sum.map(([name, amount], index) => (
            <Entry key={name} y={36 + index * 22} name={name} amount={amount} />
          ))}
          <path d="M200 68h96" className="stroke-ink" strokeWidth="1.5" />
          <text x="296" y="92" textAnchor="end" className="text-[17px] font-semibold">
            {total}
          </text>
        </>
      }
      below={
        <>
          <Entry y={141} name={due[0]} amount={due[1]} />
          <Entry y={166} name={day[0]} amount={day[1]} />
        </>
      }
    />
  );
}
