import { authWords } from "../copy/auth.ts";
import { openWords } from "../copy/open.ts";
import { pageWords } from "../copy/page.ts";
import { site } from "../site.ts";
import { Brand } from "./Brand.tsx";

const { navigationName, menuLabel } = pageWords;
const { call } = pageWords;
const navigation = site.product ? [openWords.navigation] : pageWords.navigation;
/** Once the product is open, the link leads to the product's sign-in: this one would make an account of the pre-launch site. */
const signIn = { label: authWords.navigation.signIn, href: site.product || "#sign-in" };

const items = (links: readonly { label: string; href: string }[], className: string) =>
  links.map(({ label, href }) => (
    <li key={href}>
      <a href={href} className={className}>
        {label}
      </a>
    </li>
  ));

/** The fixed top navigation with its call to action; below `md` its links are behind a toggle that needs no script. */
export function Navigation() {
  return (
    <header id="sign-in" className="fixed inset-x-0 top-0 z-30 border-b border-rule bg-paper">
      <nav aria-label={navigationName} className="wrap flex min-h-16 flex-wrap items-center gap-1 md:gap-8">
        <Brand />
        <ul className="ms-auto hidden items-center gap-8 md:flex">
          {items(
            [...navigation.filter(({ href }) => href !== call), signIn],
            "inline-flex min-h-11 items-center font-semibold hover:text-sea",
          )}
        </ul>
        {!site.product && (
          <ul className="max-md:ms-auto tight:hidden">
            {items(
              navigation.filter(({ href }) => href === call),
              "inline-flex min-h-11 items-center rounded-full border border-sea bg-sea px-4 font-semibold text-on-sea hover:bg-sea-deep",
            )}
          </ul>
        )}
        <details data-menu className={`md:hidden ${site.product ? "ms-auto" : "tight:ms-auto"}`}>
          <summary className="-me-2 flex min-h-11 cursor-pointer list-none items-center p-2 [&::-webkit-details-marker]:hidden">
            <span className="sr-only">{menuLabel}</span>
            <svg
              viewBox="0 0 24 24"
              className="size-7"
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
          <ul className="absolute inset-x-0 top-full max-h-[calc(100dvh-100%)] overflow-y-auto border-b border-rule bg-paper px-5 py-2 lifted">
            {items([...navigation, signIn], "flex min-h-11 items-center font-semibold hover:text-sea")}
          </ul>
        </details>
      </nav>
    </header>
  );
}
