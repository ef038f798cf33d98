import { pageWords } from "../copy/en/page.ts";
import { Brand } from "./Brand.tsx";

const links = (className: string) =>
  pageWords.navigation.map(({ label, href }) => (
    <li key={href}>
      <a href={href} className={className}>
        {label}
      </a>
    </li>
  ));

/** The fixed top navigation; below `md` its links are behind a toggle that needs no script. */
export function Navigation() {
  return (
    <header className="fixed inset-x-0 top-0 z-30 border-b border-rule bg-paper print:static">
      <nav aria-label={pageWords.navigationName} className="wrap flex min-h-16 items-center justify-between">
        <Brand />
        <ul className="hidden items-center gap-10 md:flex">
          {links("inline-flex min-h-11 items-center font-semibold hover:text-sea")}
        </ul>
        <details data-menu className="md:hidden">
          <summary className="flex min-h-11 cursor-pointer list-none items-center font-semibold [&::-webkit-details-marker]:hidden">
            <span className="tight:sr-only">{pageWords.menuLabel}</span>
            <svg
              viewBox="0 0 24 24"
              className="ml-2 size-7"
              fill="none"
              stroke="currentColor"
              strokeWidth="2"
              strokeLinecap="round"
              aria-hidden="true"
            >
              <path d="M4 7h16M4 12h16M4 17h16" className="in-[[open]]:hidden" />
              <path d="m6 6 12 12M18 6 6 18" className="hidden in-[[open]]:block" />
            </svg>
          </summary>
          <ul className="absolute inset-x-0 top-full border-b border-rule bg-paper px-5 py-2 lifted">
            {links("flex min-h-12 items-center font-semibold hover:text-sea")}
          </ul>
        </details>
      </nav>
    </header>
  );
}
