import { pageWords } from "../copy/en/page.ts";
import { FeatureIcon } from "./Icons.tsx";
import { SectionIntro } from "./SectionIntro.tsx";

export function Features() {
  const { title, text, cards } = pageWords.features;
  return (
    <section id="features" aria-labelledby="features-title" className="deep py-16 lg:py-24">
      <div className="wrap">
        <SectionIntro id="features-title" title={title} text={text} />
        <ul className="mt-12 grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
          {cards.map((card) => (
            <li
              key={card.title}
              className="rounded-2xl border border-seam bg-hull p-6 max-sm:grid max-sm:grid-cols-[auto_1fr] max-sm:gap-x-4 lg:p-7 tight:block tight:p-3"
            >
              <FeatureIcon name={card.icon} />
              <h3 className="text-lg font-semibold sm:mt-4">{card.title}</h3>
              <p className="mt-2 text-mist max-sm:col-span-2">{card.text}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
