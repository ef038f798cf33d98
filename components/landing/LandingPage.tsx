import { betaSteps } from "../copy/beta.ts";
import { type Fact, pageWords } from "../copy/page.ts";
import { forms } from "../forms/forms.ts";
import { site } from "../site.ts";
import { Features } from "./Features.tsx";
import { Footer } from "./Footer.tsx";
import { FormSection } from "./FormSection.tsx";
import { Hero } from "./Hero.tsx";
import { Navigation } from "./Navigation.tsx";
import { openCards } from "./OpenCards.tsx";
import { Specifications } from "./Specifications.tsx";

const { facts, visits, noCookies, who } = pageWords;
const shown: readonly Fact[] = [
  ...(site.imprint ? [{ id: "imprint", name: who, text: site.imprint }] : []),
  ...(site.product ? [] : [facts.when, facts.price]),
  facts.email,
  ...(site.countsVisits ? [visits] : []),
  ...(site.ownCaptcha ? [noCookies] : []),
];

/** Facts that people want to know before they leave an address; the footer's Privacy links here. */
function Facts() {
  return (
    <dl id="privacy" className="border-t border-edge text-sm lg:self-start">
      {shown.map(({ id, name, text, more }) => (
        <div key={name} id={id} className="flex flex-wrap gap-x-4 border-b border-edge py-3">
          <dt className="w-28 font-semibold">{name}</dt>
          {/* Below its name where letters are so large that its words would not fit beside it. */}
          <dd className="flex-[1_1_9rem]">
            {text}
            {more && (
              <details>
                <summary className="min-h-6 cursor-pointer font-semibold text-sea">{more.name}</summary>
                {more.text}
              </details>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

const open = site.product ? openCards : undefined;

const [, note = "", founder] = /^(.*\S)\s+[—–-]\s+(.*)$/u.exec(site.founderNote ?? "") ?? [];

/** A note of the founder's, if there is one, and what happens after an application, in order, as long as one can apply. */
function BetaSteps() {
  return (
    <div>
      {founder && (
        <figure className="mb-8 border-s-4 border-gold ps-4">
          <blockquote className="font-display text-lg">{note}</blockquote>
          <figcaption className="mt-2 text-sm text-muted">{founder}</figcaption>
        </figure>
      )}
      {!site.product && (
        <ol className="milestones">
          {betaSteps.map(({ name, text }, index) => (
            <li key={name} data-reached={index === 0 || undefined}>
              <h3 className="font-semibold">{name}</h3>
              <p className="text-muted">{text}</p>
            </li>
          ))}
        </ol>
      )}
    </div>
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
          aside={<Facts />}
          instead={open?.waitlist}
        />
        <FormSection form={forms.beta} className="py-16 lg:py-24" aside={<BetaSteps />} instead={open?.beta} />
      </main>
      <Footer />
      <div id="auth-spinner" className="fixed" role="status">
        <div className="turning" />
        <span className="sr-only">{pageWords.loading}</span>
      </div>
    </>
  );
}
