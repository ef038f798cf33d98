import { pageWords } from "../copy/en/page.ts";
import { SectionIntro } from "./SectionIntro.tsx";

/** The product specifications in five categories, laid out as a ledger along the life of an invoice: moments left, entries right. */
export function Specifications() {
  const { title, text, categories } = pageWords.specifications;
  return (
    <section id="specifications" aria-labelledby="specifications-title" className="wrap py-16 lg:py-24">
      <SectionIntro id="specifications-title" title={title} text={text} />
      <ol className="moments mt-12">
        {categories.map(({ moment, claims }) => (
          <li key={moment.when} className="pb-8 last:pb-0 md:grid md:grid-cols-[15rem_1fr] lg:pb-12">
            <h3 className="moment self-start md:sticky md:top-24">
              <small className="block text-sm text-muted">{moment.when}</small>
              <span className="font-display text-xl font-semibold">{moment.what}</span>
            </h3>
            <dl className="text-sm max-md:ps-[24px] md:-mt-2">
              {claims.map((claim) => (
                <div
                  key={claim.name}
                  className="border-b border-rule py-2 max-sm:*:inline sm:grid sm:grid-cols-[11rem_1fr] lg:grid-cols-[13.5rem_1fr] sm:gap-x-4"
                >
                  <dt className="font-semibold">{`${claim.name} `}</dt>
                  <dd className="text-muted">{claim.text}</dd>
                </div>
              ))}
            </dl>
          </li>
        ))}
      </ol>
    </section>
  );
}
