import { buttonClass } from "../ui/button.ts";
import { site } from "../site.ts";
import { HeroPicture } from "./HeroPicture.tsx";

export function Hero() {
  const { badge, headline, text, beta, waitlist, note } = site.hero;
  return (
    <div className="wrap grid items-center gap-10 pt-28 pb-16 md:pt-36 lg:grid-cols-[1.1fr_1fr] lg:gap-16 lg:pb-24">
      <div>
        <p className="inline-block rounded-full border border-sea bg-tint px-4 py-1 text-sm font-semibold text-sea-deep">{badge}</p>
        <h1 className="mt-6 text-4xl sm:text-5xl lg:text-6xl">{headline}</h1>
        <p className="mt-6 max-w-xl text-lg text-muted">{text}</p>
        <div className="mt-8 flex flex-wrap gap-4">
          <a href={beta.href} className={buttonClass.primary}>
            {beta.label}
          </a>
          <a href={waitlist.href} className={buttonClass.secondary}>
            {waitlist.label}
          </a>
        </div>
        <p className="mt-5 text-sm text-muted">{note}</p>
      </div>
      <HeroPicture />
    </div>
  );
}
