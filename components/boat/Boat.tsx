/** The text on the sail, which is an invoice. */
export interface SailWords {
  title: string;
  client: string;
  rows: readonly (readonly [item: string, amount: string])[];
  total: readonly [name: string, amount: string];
  /** The label of its button. */
  action: string;
}

const [left, right] = [138, 332];
/** Place of the first row of the sail, and from one to the next. */
const [first, line] = [187, 24];

/** The part of the boat above the water. It moves together with the other part, `BoatUnderWater`. */
export function Boat({ sail }: { sail: SailWords }) {
  const end = first + line * sail.rows.length;
  return (
    <g className="boat">
      <path d="M358 44v340" className="stroke-ink" strokeWidth="5" />
      <path d="M358 42h-54l12 13-12 13h54Z" className="fill-gold" />
      <path d="M370 86c12 100 44 192 106 272-40-9-74-8-106 2Z" className="fill-sea" />
      <path
        d="M346 80c-70-8-152-6-218 6-26 92-26 182-6 268 64-11 152-11 224 0Z"
        className="fill-sheet stroke-rule"
        strokeWidth="2"
      />
      <g className="fill-print text-[17px]">
        <text x={left} y="124" className="font-display text-[22px] font-semibold">
          {sail.title}
        </text>
        <text x={left} y="146">
          {sail.client}
        </text>
        {sail.rows.map(([item, amount], index) => (
          <g key={item}>
            <text x={left} y={first + line * index}>
              {item}
            </text>
            <text x={right} y={first + line * index} textAnchor="end">
              {amount}
            </text>
          </g>
        ))}
        <text x={left} y={end + 15}>
          {sail.total[0]}
        </text>
        <text x={right} y={end + 16} textAnchor="end" className="text-[22px] font-semibold">
          {sail.total[1]}
        </text>
      </g>
      <path d="M138 163h194" className="stroke-line" strokeWidth="2" />
      <path d={`M138 ${end - 12}h194`} className="stroke-gold" strokeWidth="2" />
      <rect x={left} y={end + 30} width="194" height="38" rx="8" className="fill-none stroke-print" />
      <text x="235" y={end + 54} textAnchor="middle" className="fill-print text-[17px] font-semibold">
        {sail.action}
      </text>
      <Hull />
    </g>
  );
}

/** The hull above the water, a ledger, with its bow at the right. */
export function Hull() {
  return (
    <>
      <path d="M96 376h392c-14 54-58 92-128 92H190c-48 0-84-36-94-92Z" className="fill-gold" />
      <path d="M109 387h362c-4 11-10 21-18 30H120c-5-9-8-19-11-30Z" className="fill-sheet" />
      <path d="M112 397h354M116 407h344" className="stroke-line" strokeWidth="2" />
    </>
  );
}

/** Hull and keel below the waterline. */
export function BoatUnderWater() {
  return (
    <g className="boat">
      <path
        d="M96 376h392c-14 54-58 92-128 92h-64l-14 60a19 19 0 0 1-36 0l-14-60h-42c-48 0-84-36-94-92Z"
        className="fill-keel"
      />
    </g>
  );
}
