import { pageWords } from "../copy/en/page.ts";
import { site } from "../site.ts";

const { facts, noCookies, who } = pageWords;
const shown = [
  ...facts,
  ...(site.ownCaptcha ? [noCookies] : []),
  ...(site.imprint ? [{ name: who, text: site.imprint }] : []),
];

/** Facts that people want to know before they leave an address; the footer's Privacy links here. */
export function Facts() {
  return (
    <dl id="privacy" className="border-t border-edge text-sm lg:self-start">
      {shown.map(({ name, text }) => (
        <div key={name} className="grid grid-cols-[7rem_1fr] gap-x-4 border-b border-edge py-3 tight:block">
          <dt className="font-semibold">{name}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}
