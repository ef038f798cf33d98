import { site } from "../site.ts";
import { SectionIntro } from "./SectionIntro.tsx";

/** The product specifications in five categories, set like a ledger: the heading left, its entries right. */
export function Specifications() {
  const { title, intro, categories } = site.specifications;
  return (
    <section aria-labelledby="specifications-title" className="wrap py-16 lg:py-24">
      <SectionIntro id="specifications-title" title={title} text={intro} />
      <div className="mt-12 grid gap-10">
        {categories.map((category) => (
          <div key={category.title} className="grid gap-x-12 gap-y-4 border-t border-rule pt-6 lg:grid-cols-[18rem_1fr]">
            <div>
              <h3 className="text-lg font-semibold">{category.title}</h3>
              <p className="text-muted">{category.intro}</p>
            </div>
            <dl className="grid gap-x-12 gap-y-4 sm:grid-cols-2">
              {category.claims.map((claim) => (
                <div key={claim.name}>
                  <dt className="font-semibold">{claim.name}</dt>
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
