import { openWords } from "../copy/open.ts";
import { pageWords } from "../copy/page.ts";
import { primaryButton, quieterButton } from "../ui/button.ts";
import { site } from "../site.ts";
import { HeroScene } from "../invoice/HeroScene.tsx";

/** Puts the links side by side on a phone. */
const small = "max-sm:grow max-lg:px-3 max-lg:text-sm";

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
      <div className="wrap grid pt-20 beside:grid-cols-2 beside:pt-[min(6.625rem,19vh)]">
        <div className="relative z-10 beside:pb-[max(min(19.5vw,15rem),14.5vw)]">
          <p>
            <a href={badge.href} className="inline-flex min-h-11 items-center text-sm font-semibold text-brass">
              <span className="rounded-full border border-rule bg-surface px-4 py-1">{badge.label}</span>
            </a>
          </p>
          <h1 className="mt-3 text-hero">{headline}</h1>
          <p className="mt-4 max-w-lg text-lg text-muted">{text}</p>
          <div className="mt-5 flex flex-wrap gap-2">
            {product ? (
              <a href={product} className={primaryButton}>
                {openWords.action}
              </a>
            ) : (
              <>
                <a href={beta.href} className={`${quieterButton} ${small}`}>
                  {beta.label}
                </a>
                <a href={waitlist.href} className={`${primaryButton} ${small}`}>
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
        <div className="self-end max-sm:-mx-3 sm:pe-[16vw] beside:me-[-24px] beside:pe-0 xl:me-[-72px]">
          <HeroScene sail={sail} cashFlow />
        </div>
      </div>
    </div>
  );
}
