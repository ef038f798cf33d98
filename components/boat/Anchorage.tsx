import { BoatUnderWater, Hull } from "./Boat.tsx";
import { wave } from "./Waves.tsx";

const waves = wave.repeat(5);
const surface = `M-2600 64${waves}${waves}`;
const place = "translate(45 -47) scale(.25)";

/** The water of the footer, with the boat at anchor and its sail furled. Decorative. */
export function Anchorage() {
  return (
    <div className="overflow-x-clip">
      <div className="wrap">
        <svg viewBox="0 0 168 96" className="relative ml-auto w-42 max-w-full overflow-visible" aria-hidden="true">
          <clipPath id="bay">
            <path d={`${surface}V99h-4800Z`} />
          </clipPath>
          <g transform={place}>
            <path d="M358 64v320" className="stroke-ink" strokeWidth="7" />
            <path d="M142 344h200" className="stroke-sea" strokeWidth="24" strokeLinecap="round" />
            <Hull />
          </g>
          <path d={`${surface}V99h-4800Z`} className="fill-deep" />
          <g clipPath="url(#bay)">
            <g transform={place}>
              <BoatUnderWater />
            </g>
          </g>
          <g className="fill-none stroke-gold" strokeWidth="2">
            <path d={surface} />
            <path d="M70 50c-2 36-24 56-48 60" strokeDasharray="3 3" />
            <path d="M22 118v24M13 123h18M8 132c2 9 8 12 14 12s12-3 14-12" strokeWidth="2.5" strokeLinecap="round" />
            <circle cx="22" cy="114" r="4" />
          </g>
        </svg>
      </div>
    </div>
  );
}
