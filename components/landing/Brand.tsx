import { site, sitePath } from "../site.ts";

/** The brand as a link to the top of the site: an open book for a hull, its spine for a keel. */
export function Brand() {
  return (
    <a href={sitePath()} className="inline-flex min-h-11 items-center gap-2.5 font-display text-2xl font-semibold tracking-tight">
      <svg viewBox="0 0 32 32" className="size-8" fill="currentColor" aria-hidden="true">
        <path d="M15 9C11 6.5 6.5 6 1.5 6.5 2 15.5 6.5 22 15 23.5ZM17 9c4-2.5 8.5-3 13.5-2.5C30 15.5 25.5 22 17 23.5Z" />
        <path d="M12.5 26h7l-1.5 5h-4Z" className="fill-brass" />
      </svg>
      {site.brand}
    </a>
  );
}
