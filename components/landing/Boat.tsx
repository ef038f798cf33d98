/** The text on the sail, which is an invoice. */
export interface SailWords {
  title: string;
  client: string;
  rows: readonly (readonly [item: string, amount: string])[];
  total: readonly [name: string, amount: string];
  /** The label of its button. */
  action: string;
}

const [left, right] = [250, 424];
/** Place of the first row of the sail, and from one to the next. */
const [first, line] = [187, 24];

/** The part of the boat above the water. It moves together with the other part, `BoatUnderWater`. */
export function Boat({ sail }: { sail: SailWords }) {
  const end = first + line * sail.rows.length;
  return (
    <g className="boat">
      {/* Where the picture stands below the words the top of the mast is left out: it would cost half of the first screen. */}
      <path d="M214 64v320" className="stroke-ink lg:hidden" strokeWidth="5" />
      <g className="max-lg:hidden">
        <path d="M214 20v364" className="stroke-ink" strokeWidth="5" />
        <path d="M214 18h54l-14 14 14 14h-54Z" className="fill-gold" />
      </g>
      <path d="M202 86c-12 100-44 192-106 272 40-9 74-8 106 2Z" className="fill-sea" />
      <path
        d="M226 78c70-10 152-8 218 6 26 92 26 184 6 270-64-11-152-11-224 0Z"
        className="fill-sheet stroke-rule"
        strokeWidth="2"
      />
      <g className="fill-print text-[15px]">
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
      <path d="M250 163h174" className="stroke-line" strokeWidth="2" />
      <path d={`M250 ${end - 12}h174`} className="stroke-gold" strokeWidth="2" />
      <rect x={left} y={end + 30} width="174" height="38" rx="8" className="fill-none stroke-print" />
      <text x="337" y={end + 54} textAnchor="middle" className="fill-print text-[15px] font-semibold">
        {sail.action}
      </text>
      <Hull />
    </g>
  );
}

/** The hull above the water, a ledger. */
export function Hull() {
  return (
    <>
      <path d="M92 376h388c-10 56-52 92-116 92H212c-64 0-110-36-120-92Z" className="fill-gold" />
      <path d="M106 387h360c-2 11-6 21-11 30H117c-5-9-9-19-11-30Z" className="fill-sheet" />
      <path d="M109 397h354M113 407h346" className="stroke-line" strokeWidth="2" />
    </>
  );
}

/** Hull and keel below the waterline. */
export function BoatUnderWater() {
  return (
    <g className="boat">
      <path
        d="M92 376h388c-10 56-52 92-116 92h-46l-14 60a20 20 0 0 1-36 0l-14-60h-32c-64 0-110-36-120-92Z"
        className="fill-keel"
      />
    </g>
  );
}
