import { openWords } from "../copy/open.ts";
import { pageWords } from "../copy/page.ts";
import { primaryButton, secondaryButton } from "../ui/button.ts";
import { site } from "../site.ts";
import { HeroScene } from "./HeroScene.tsx";

/**
 * The first screen of the landing page: badge, headline and the two main links (requirements 2, item 2). The next section begins one
 * pixel before its end, because an edge between two pixels of the screen would show the page between their waters as a line.
 */
export function Hero() {
  const { headline, text, beta, waitlist, noCookies, sail } = pageWords.hero;
  const { product, ownCaptcha, imprint } = site;
  const badge = product
    ? { href: product, label: openWords.badge }
    : { href: waitlist.href, label: pageWords.hero.badge };
  const notes = [!product && pageWords.hero.note, ownCaptcha && noCookies].filter(Boolean);
  return (
    <div className="-mb-px overflow-clip">
      <div className="wrap grid gap-x-12 pt-22 lg:grid-cols-2 lg:pt-20">
        <div className="relative z-10 lg:pb-52">
          <p>
            <a href={badge.href} className="inline-flex min-h-11 items-center text-sm font-semibold text-brass">
              <span className="rounded-full border border-rule bg-surface px-4 py-1">{badge.label}</span>
            </a>
          </p>
          <h1 className="mt-4 text-hero">{headline}</h1>
          <p className="mt-4 max-w-lg text-lg text-muted">{text}</p>
          <div className="mt-6 grid gap-3 sm:flex">
            {product ? (
              <a href={product} className={primaryButton}>
                {openWords.action}
              </a>
            ) : (
              <>
                <a href={beta.href} className={secondaryButton}>
                  {beta.label}
                </a>
                <a href={waitlist.href} className={primaryButton}>
                  {waitlist.label}
                </a>
              </>
            )}
          </div>
          <p className="mt-4 text-sm text-muted">
            {notes.join(" ")}
            {imprint && (
              <>
                <br />
                {pageWords.builtBy(imprint)}
              </>
            )}
          </p>
        </div>
        <div className="mx-auto w-full max-w-lg self-end max-sm:-mx-5 max-sm:w-auto tight:-mx-3 max-lg:-mt-8">
          <HeroScene sail={sail} cashFlow />
        </div>
      </div>
    </div>
  );
}
