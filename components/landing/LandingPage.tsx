import { pageWords } from "../copy/en/page.ts";
import * as forms from "../forms/forms.ts";
import { BetaSteps } from "./BetaSteps.tsx";
import { Facts } from "./Facts.tsx";
import { Features } from "./Features.tsx";
import { Footer } from "./Footer.tsx";
import { FormSection } from "./FormSection.tsx";
import { Hero } from "./Hero.tsx";
import { Navigation } from "./Navigation.tsx";
import { Specifications } from "./Specifications.tsx";

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
        <FormSection form={forms.waitlist} className="bg-tint py-16 lg:py-24" aside={<Facts />} />
        <FormSection form={forms.beta} className="py-16 lg:py-24" aside={<BetaSteps />} />
      </main>
      <Footer />
      <div id="auth-spinner" className="fixed" role="status">
        <div className="turning" />
        <span className="sr-only">{pageWords.loading}</span>
      </div>
    </>
  );
}
