import { pageWords } from "../copy/en/page.ts";
import { SectionIntro } from "./SectionIntro.tsx";

/** The product specifications in five categories, set like a ledger: the heading left, its entries right. */
export function Specifications() {
  const { title, text, categories } = pageWords.specifications;
  return (
    <section id="specifications" aria-labelledby="specifications-title" className="wrap py-16 lg:py-24">
      <SectionIntro id="specifications-title" title={title} text={text} />
      <div className="mt-12">
        {categories.map((category) => (
          <div key={category.title} className="grid gap-x-12 border-t-2 border-ink pt-4 pb-10 md:grid-cols-[13rem_1fr]">
            <h3 className="mb-2 font-display text-xl md:mt-2 font-semibold">{category.title}</h3>
            <dl className="grid gap-x-12 sm:grid-cols-2">
              {category.claims.map((claim) => (
                <div key={claim.name} className="border-b border-rule py-2.5 max-sm:*:inline">
                  <dt className="font-semibold">{`${claim.name} `}</dt>
                  <dd className="text-muted">{claim.text}</dd>
                </div>
              ))}
            </dl>
          </div>
        ))}
      </div>
    </section>
  );
}
