import { openWords } from "../copy/open.ts";
import { Plain } from "../boat/Picture.tsx";
import { type Feature, pageWords } from "../copy/page.ts";
import type { PictureName } from "../invoice/words.ts";
import { site } from "../site.ts";
import { Analytics } from "../invoice/Analytics.tsx";
import { Automation } from "../invoice/Automation.tsx";
import { Clients } from "../invoice/Clients.tsx";
import { Invoicing } from "../invoice/Invoicing.tsx";
import { Tax } from "../invoice/Tax.tsx";
import { Time } from "../invoice/Time.tsx";
import { SectionIntro } from "./SectionIntro.tsx";
import { Shore } from "../boat/Waves.tsx";

const pictures: Record<PictureName, () => React.JSX.Element> = {
  invoicing: Invoicing,
  time: Time,
  clients: Clients,
  analytics: Analytics,
  tax: Tax,
  automation: Automation,
};

/** The cards that are bands of the whole width on a wide screen, where the others are smaller. */
const bands = new Set<PictureName>(["invoicing", "analytics", "tax"]);

/** The section `#features`: six cards, each with a picture above its text (requirements 2, item 4). */
export function Features() {
  const { title, text, cards, caption } = pageWords.features;
  const features: readonly Feature[] = cards;
  return (
    <section id="features" aria-labelledby="features-title" className="deep overflow-x-clip pt-12 lg:pt-24">
      <div className="wrap">
        <SectionIntro id="features-title" title={title} text={site.product ? openWords.features : text} />
        <ul className="dive mt-12 grid gap-6 sm:grid-cols-2">
          {features.map((card) => {
            const Drawing = card.picture ? pictures[card.picture] : Plain;
            return (
              <li key={card.title} className={card.picture && bands.has(card.picture) ? "band" : undefined}>
                <Drawing />
                <div className="p-6 tight:p-3">
                  <h3 className="font-display text-xl font-semibold">{card.title}</h3>
                  <p className="mt-2 text-sm text-mist">{card.text}</p>
                </div>
              </li>
            );
          })}
        </ul>
        <p className="mt-4 mb-12 text-xs text-mist">{caption}</p>
      </div>
      <Shore />
    </section>
  );
}
