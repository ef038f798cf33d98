import { site } from "../site.ts";

/**
 * The brand as a link to the start of the site: a boat with an invoice as sail and a ledger as hull. On the landing page it leads to
 * the top of the page, since a reload would discard a half-filled form.
 */
export function Brand({ href = "#" }: { href?: string }) {
  return (
    <a
      href={href}
      className="inline-flex min-h-11 items-center gap-3 font-display text-2xl font-semibold tight:text-base tracking-tight"
    >
      <svg viewBox="0 0 32 32" className="size-8 max-[22rem]:hidden" aria-hidden="true">
        <path d="M18 2c1 8 5 14 11 18-4-.6-8-.6-11 0Z" className="fill-sea" />
        <path d="M16 2c-4-.6-7-.4-10 .4-2 6-2 12-.5 17.6 3.5-.6 7-.6 10.5 0Z" fill="currentColor" />
        <path d="M1 22h30c-1 5-5 8-10 8H11c-5 0-9-3-10-8Z" className="fill-gold" />
      </svg>
      {/* The margin sets the name's larger letters on the line of the links beside it. */}
      <span className="-mt-1.5">{site.brand}</span>
    </a>
  );
}
