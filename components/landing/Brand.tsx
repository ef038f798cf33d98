import { site, sitePath } from "../site.ts";

/** The brand as a link to the top of the site: a keel under a waterline. */
export function Brand() {
  return (
    <a href={sitePath()} className="inline-flex min-h-11 items-center gap-2 font-display text-xl font-semibold">
      <svg viewBox="0 0 32 32" className="size-7 text-sea" fill="none" stroke="currentColor" strokeWidth="2.5" strokeLinecap="round" strokeLinejoin="round" aria-hidden="true">
        <path d="M4 16h24c-1 6-6 10-12 10S5 22 4 16ZM16 16V4l8 8" />
      </svg>
      {site.brand}
    </a>
  );
}
