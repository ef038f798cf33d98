import { betaSteps } from "../copy/beta.ts";
import { pageWords } from "../copy/page.ts";
import { forms } from "../forms/forms.ts";
import { site } from "../site.ts";
import { Features } from "./Features.tsx";
import { Footer } from "./Footer.tsx";
import { FormSection } from "./FormSection.tsx";
import { Hero } from "./Hero.tsx";
import { Navigation } from "./Navigation.tsx";
import { openCard } from "./OpenCard.tsx";
import { Specifications } from "./Specifications.tsx";

const { facts, stored } = pageWords;
const storage = [
  stored.who(site.imprint ?? ""),
  stored.waitlist,
  stored.beta,
  site.hosted ? stored.hosted : stored.own,
  stored.long,
  stored.rights,
  site.countsVisits && stored.visits,
  site.ownCaptcha ? stored.noCookies : stored.google,
].filter((text) => text !== false);

/** What people want to know before they leave an address; the footer's Privacy links here. */
function Facts() {
  return (
    <div id="privacy" className="border-t border-edge text-sm lg:self-start">
      {!site.product && (
        <dl>
          {[facts.when, facts.price].map(({ name, text }) => (
            <div key={name} className="flex flex-wrap gap-x-4 border-b border-edge py-3">
              <dt className="w-16 font-semibold">{name}</dt>
              {/* The words wrap below their name where the letters are too large for both to fit side by side. */}
              <dd className="flex-[1_1_9rem]">{text}</dd>
            </div>
          ))}
        </dl>
      )}
      <details className="border-b border-edge py-2">
        <summary className="min-h-6 cursor-pointer font-semibold text-sea">{stored.name}</summary>
        {storage.map((text) => (
          <p key={text} className="mt-2 wrap-anywhere">
            {text}
          </p>
        ))}
      </details>
    </div>
  );
}

const [, note = "", founder] = /^(.*\S)\s+[—–-]\s+(.*)$/u.exec(site.founderNote ?? "") ?? [];

/** Who runs the site, with their note if there is one, above what they ask for; nothing that a build does not know. */
function Person() {
  const builtBy = site.imprint && pageWords.builtBy(site.imprint);
  if (!founder && !builtBy) return null;
  return (
    <figure className="wrap mb-12">
      {founder && <blockquote className="mb-2 max-w-2xl font-display text-2xl">{note}</blockquote>}
      <figcaption id="imprint" className="text-sm font-semibold wrap-anywhere">
        {founder === site.imprint ? founder : [founder, builtBy].filter(Boolean).join(" · ")}
      </figcaption>
    </figure>
  );
}

function BetaSteps() {
  return (
    <ol className="milestones">
      {betaSteps.map(({ name, text }, index) => (
        <li key={name} data-reached={index === 0 || undefined}>
          <h3 className="font-semibold">{name}</h3>
          <p className="text-muted">{text}</p>
        </li>
      ))}
    </ol>
  );
}

/** The landing page, in the order of requirements 2. `#welcome` is filled for signed-in users (components/auth). */
export function LandingPage() {
  return (
    <>
      <a href="#main" className="fixed -top-20 left-2 z-50 rounded-lg bg-surface px-4 py-3 font-semibold focus:top-2">
        {pageWords.skipLink}
      </a>
      <Navigation />
      <main id="main" tabIndex={-1}>
        <Hero />
        <div id="welcome" />
        <Features />
        <Specifications />
        <FormSection
          form={forms.waitlist}
          className="bg-tint py-16 lg:py-24"
          before={<Person />}
          aside={<Facts />}
          instead={site.product ? openCard : undefined}
        />
        {!site.product && <FormSection form={forms.beta} className="py-16 lg:py-24" aside={<BetaSteps />} />}
      </main>
      <Footer />
      <div id="auth-spinner" className="fixed" role="status">
        <div className="turning" />
        <span className="sr-only">{pageWords.loading}</span>
      </div>
    </>
  );
}
