import { pageWords } from "../copy/en/page.ts";

/** One wave, 480 units long, and half of what reaches past the edges of any screen. */
const wave = "s60-14 120-14 60 18 120 18 60-12 120-12 60 8 120 8";
const waves = wave.repeat(5);

const { invoice, amount, months } = pageWords.picture;

/** Where on the wave each of the months under the cash flow lies, and how high. */
const places = [
  [-300, 446],
  [-180, 432],
  [-60, 450],
  [60, 438],
  [540, 438],
] as const;

/**
 * The picture of the page: an invoice for a sail, a ledger for a hull, and the cash flow they ride on. Its sea runs on to
 * both edges of the screen and is the water in which the features section lies. Decorative.
 */
export function HeroScene() {
  return (
    <svg viewBox="40 0 500 560" className="mx-auto block w-full max-w-lg overflow-visible" aria-hidden="true">
      <circle cx="404" cy="172" r="128" className="fill-gold" opacity=".2" />
      <circle
        cx="404"
        cy="172"
        r="104"
        className="stroke-gold"
        fill="none"
        opacity=".6"
        strokeWidth="1.5"
        strokeDasharray="2 7"
      />
      <path d={`M-2120 424${waves}${waves}V620h-4800Z`} className="fill-shoal" opacity=".45" />
      <g className="boat">
        <path d="M270 24v366" className="stroke-ink" strokeWidth="5" />
        <path d="M270 22h54l-14 14 14 14h-54Z" className="fill-gold" />
        <path d="M257 76c-14 104-62 204-137 286 48-10 94-8 137 4Z" className="fill-sea" />
        <path
          d="M283 70c58-9 112-7 160 7 28 92 30 182 8 274-56-11-112-9-168 3Z"
          className="fill-sheet stroke-rule"
          strokeWidth="2"
        />
        <g className="fill-print" fontSize="19" fontWeight="600">
          <text x="306" y="118" className="font-display">
            {invoice}
          </text>
          <text x="444" y="312" textAnchor="end">
            {amount}
          </text>
        </g>
        <g className="fill-shade">
          <rect x="306" y="130" width="44" height="7" rx="3" />
          <rect x="306" y="172" width="80" height="7" rx="3" />
          <rect x="414" y="172" width="28" height="7" rx="3" />
          <rect x="306" y="206" width="62" height="7" rx="3" />
          <rect x="408" y="206" width="36" height="7" rx="3" />
          <rect x="306" y="240" width="72" height="7" rx="3" />
          <rect x="416" y="240" width="28" height="7" rx="3" />
        </g>
        <path d="M306 152h138M306 270h138" className="stroke-line" strokeWidth="2" />
        <rect x="306" y="291" width="56" height="28" rx="14" className="fill-gold" />
        <path d="m324 305 7 7 13-14" fill="none" className="stroke-print" strokeWidth="3" />
        <path d="M92 376h388c-10 56-52 92-116 92H212c-64 0-110-36-120-92Z" className="fill-gold" />
        <path d="M106 387h360c-2 11-6 21-11 30H117c-5-9-9-19-11-30Z" className="fill-sheet" />
        <path d="M109 397h354M113 407h346" className="stroke-line" strokeWidth="2" />
      </g>
      <path d={`M-2220 446${waves}${waves}V620h-4800Z`} className="fill-deep" />
      <g className="stroke-gold" fill="none" strokeWidth="2">
        <path d={`M-2220 446${waves}`} />
        <path d={`M180 446${waves}`} strokeDasharray="5 7" />
      </g>
      <path
        d="M115 427h343c-18 28-50 41-94 41H212c-46 0-79-13-97-41ZM256 468h62l-13 60a20 20 0 0 1-36 0Z"
        className="fill-gold"
        opacity=".3"
      />
      <g className="fill-mist" fontSize="13" textAnchor="middle">
        {places.map(([x, y], index) => (
          <g key={x}>
            <circle cx={x} cy={y} r="5" className="fill-gold" />
            <text x={x} y="486">
              {months[index]}
            </text>
          </g>
        ))}
      </g>
    </svg>
  );
}
