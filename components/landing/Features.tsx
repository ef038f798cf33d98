import { site } from "../site.ts";
import { FeatureIcon } from "./Icons.tsx";
import { SectionIntro } from "./SectionIntro.tsx";

export function Features() {
  const { title, text, cards } = site.features;
  return (
    <section id="features" aria-labelledby="features-title" className="deep py-16 lg:py-24">
      <div className="wrap">
        <SectionIntro id="features-title" title={title} text={text} />
        <ul className="mt-12 grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
          {cards.map((card) => (
            <li key={card.title} className="rounded-2xl border border-foam/15 bg-shoal/40 p-6 lg:p-7">
              <FeatureIcon name={card.icon} />
              <h3 className="mt-4 text-lg font-semibold">{card.title}</h3>
              <p className="mt-2 text-mist">{card.text}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
