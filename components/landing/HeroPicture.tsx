/** The product in one picture: an invoice that was paid, and the cash flow it keeps afloat. Decorative. */
export function HeroPicture() {
  return (
    <svg viewBox="0 0 480 400" className="w-full" fill="none" strokeLinecap="round" strokeLinejoin="round" aria-hidden="true">
      <g className="text-sea" stroke="currentColor">
        <path d="M0 300q40-24 80 0t80 0 80 0 80 0 80 0 80 0" strokeWidth="3" />
        <path d="M40 332q30-18 60 0t60 0 60 0 60 0 60 0 60 0 60 0" strokeWidth="2" opacity=".5" />
        <path d="M120 362q25-14 50 0t50 0 50 0 50 0 50 0" strokeWidth="2" opacity=".25" />
      </g>
      <g className="text-rule" stroke="currentColor">
        <rect x="40" y="24" width="216" height="256" rx="14" className="fill-surface" strokeWidth="2" />
        <path d="M64 128h168M64 164h168M64 200h168" strokeWidth="2" />
      </g>
      <g className="fill-muted">
        <rect x="64" y="52" width="84" height="14" rx="7" className="fill-ink" />
        <rect x="64" y="80" width="52" height="8" rx="4" />
        <rect x="64" y="142" width="92" height="8" rx="4" />
        <rect x="200" y="142" width="32" height="8" rx="4" />
        <rect x="64" y="178" width="68" height="8" rx="4" />
        <rect x="192" y="178" width="40" height="8" rx="4" />
        <rect x="168" y="224" width="64" height="16" rx="8" className="fill-ink" />
      </g>
      <g className="text-buoy" stroke="currentColor" transform="rotate(-12 100 236)">
        <rect x="64" y="216" width="76" height="34" rx="6" strokeWidth="3" />
        <path d="m82 233 8 8 16-16" strokeWidth="4" />
        <path d="M116 233h10" strokeWidth="4" />
      </g>
      <g>
        <rect x="216" y="148" width="240" height="168" rx="14" className="fill-surface text-rule" stroke="currentColor" strokeWidth="2" />
        <path d="M240 276c28-4 34-40 60-40s30 22 54 18 28-58 74-66v88Z" className="fill-tint" />
        <path d="M240 276c28-4 34-40 60-40s30 22 54 18 28-58 74-66" className="text-sea" stroke="currentColor" strokeWidth="4" />
        <circle cx="428" cy="188" r="7" className="fill-buoy" />
        <rect x="240" y="172" width="72" height="10" rx="5" className="fill-ink" />
        <rect x="240" y="192" width="44" height="8" rx="4" className="fill-muted" />
      </g>
    </svg>
  );
}
