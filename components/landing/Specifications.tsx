import { openWords } from "../copy/open.ts";
import { specificationWords } from "../copy/specifications.ts";
import { site } from "../site.ts";
import { SectionIntro } from "./SectionIntro.tsx";

/**
 * The product specifications in five categories, laid out as a ledger along the life of an invoice: moments left, entries right.
 * Where heading and claims are one below the other all but the first are closed (foldGroups.ts): 2,000 px otherwise.
 */
export function Specifications() {
  const { categories } = specificationWords;
  const { title, text } = site.product ? openWords.specifications : specificationWords;
  return (
    <section id="specifications" aria-labelledby="specifications-title" className="wrap py-16 lg:py-24">
      <SectionIntro id="specifications-title" title={title} text={text} />
      <ol className="moments mt-12">
        {categories.map(({ moment, claims }) => (
          <li key={moment.what} className="pb-4 last:pb-0 sm:pb-12">
            <details open className="md:flow-root md:ps-60">
              <summary className="moment cursor-pointer md:sticky md:cursor-auto md:list-none md:top-24 md:float-start md:-ms-60 md:w-60 md:pe-4">
                <h3 className="inline font-display text-xl font-semibold">{moment.what}</h3>
                <small className="block text-sm text-muted">{moment.story}</small>
              </summary>
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
            </details>
          </li>
        ))}
      </ol>
    </section>
  );
}
