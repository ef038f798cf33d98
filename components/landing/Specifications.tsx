import { openWords } from "../copy/open.ts";
import { specificationWords } from "../copy/specifications.ts";
import { site } from "../site.ts";
import { SectionIntro } from "./SectionIntro.tsx";

/** The product specifications in five categories, as a ledger: what each is about, and two columns of its claims. */
export function Specifications() {
  const { categories } = specificationWords;
  const { title, text } = site.product ? openWords.specifications : specificationWords;
  return (
    <section id="specifications" aria-labelledby="specifications-title" className="wrap py-16 lg:py-24">
      <SectionIntro id="specifications-title" title={title} text={text} />
      <ul className="mt-12">
        {categories.map(({ name, moment, claims }) => (
          <li key={name} className="grid gap-4 border-t border-edge py-6 md:grid-cols-[16rem_1fr]">
            <div>
              <h3 className="font-display text-xl font-semibold">{name}</h3>
              <p className="text-sm text-muted">{moment}</p>
            </div>
            <dl className="grid gap-x-12 gap-y-3 text-sm sm:grid-cols-2">
              {claims.map((claim) => (
                <div key={claim.name} className="max-sm:*:inline">
                  <dt className="font-semibold">{`${claim.name} `}</dt>
                  <dd className="text-muted">{claim.text}</dd>
                </div>
              ))}
            </dl>
          </li>
        ))}
      </ul>
    </section>
  );
}
