import { site } from "../site.ts";
import { FeatureIcon } from "./FeatureIcon.tsx";
import { SectionIntro } from "./SectionIntro.tsx";

export function Features() {
  const { title, intro, cards } = site.features;
  return (
    <section id="features" aria-labelledby="features-title" className="border-t border-rule bg-surface py-16 lg:py-24">
      <div className="wrap">
        <SectionIntro id="features-title" title={title} text={intro} />
        <ul className="mt-12 grid gap-x-12 gap-y-10 sm:grid-cols-2 lg:grid-cols-3">
          {cards.map((card) => (
            <li key={card.title} className="border-t-2 border-ink pt-5">
              <FeatureIcon name={card.icon} />
              <h3 className="mt-4 text-lg font-semibold">{card.title}</h3>
              <p className="mt-2 text-muted">{card.text}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
