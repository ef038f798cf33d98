/** One wave is 480 units; ten of them reach past the edges of any screen. */
const swell = "s60-14 120-14 60 18 120 18 60-12 120-12 60 8 120 8".repeat(10);

/**
 * The picture of the page: an invoice for a sail, a ledger for a hull, and the cash flow they ride on. Its sea runs on to
 * both edges of the screen and is the water in which the features section lies. Decorative.
 */
export function HeroScene() {
  return (
    <svg viewBox="0 0 560 560" className="mx-auto block w-full max-w-lg overflow-visible lg:max-w-none" aria-hidden="true">
      <circle cx="404" cy="172" r="128" className="fill-gold" opacity=".2" />
      <circle cx="404" cy="172" r="104" className="stroke-gold" fill="none" opacity=".6" strokeWidth="1.5" strokeDasharray="2 7" />
      <path d={`M-2120 424${swell}V620h-4800Z`} className="fill-shoal" opacity=".45" />
      <g className="boat">
        <path d="M270 24v366" className="stroke-ink" strokeWidth="5" />
        <path d="M270 22h54l-14 14 14 14h-54Z" className="fill-gold" />
        <path d="M257 76c-14 104-62 204-137 286 48-10 94-8 137 4Z" className="fill-sea" />
        <path d="M283 70c58-9 112-7 160 7 28 92 30 182 8 274-56-11-112-9-168 3Z" className="fill-white stroke-rule" strokeWidth="2" />
        <g fill="#0b2730">
          <rect x="306" y="100" width="72" height="13" rx="3" />
          <rect x="386" y="298" width="46" height="15" rx="3" />
        </g>
        <g fill="#9fb4b8">
          <rect x="306" y="124" width="44" height="7" rx="3" />
          <rect x="306" y="172" width="80" height="7" rx="3" />
          <rect x="414" y="172" width="28" height="7" rx="3" />
          <rect x="306" y="206" width="62" height="7" rx="3" />
          <rect x="408" y="206" width="36" height="7" rx="3" />
          <rect x="306" y="240" width="72" height="7" rx="3" />
          <rect x="416" y="240" width="28" height="7" rx="3" />
        </g>
        <path d="M306 152h138M306 270h138" stroke="#cfdcd9" strokeWidth="2" />
        <rect x="306" y="291" width="60" height="28" rx="14" className="fill-gold" />
        <path d="m326 305 7 7 13-14" fill="none" stroke="#0b2730" strokeWidth="3" />
        <path d="M92 376h388c-10 56-52 92-116 92H212c-64 0-110-36-120-92Z" className="fill-gold" />
        <path d="M106 387h360c-2 11-6 21-11 30H117c-5-9-9-19-11-30Z" fill="#fff" />
        <path d="M109 397h354M113 407h346" stroke="#cfdcd9" strokeWidth="2" />
      </g>
      <path d={`M-2220 446${swell}V620h-4800Z`} className="fill-deep" />
      <path d="M112 446h348c-18 16-50 22-96 22H212c-46 0-82-6-100-22ZM254 476h64l-12 58a20 20 0 0 1-40 0Z" className="fill-gold" opacity=".28" />
    </svg>
  );
}
