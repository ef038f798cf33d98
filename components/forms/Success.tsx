import { lazy, type ReactNode, Suspense, useEffect, useRef } from "react";
import { showCard, takeFocus } from "../focus.ts";
import { quietButton, secondaryButton } from "../ui/button.ts";
import { tick } from "../ui/tick.ts";
import type { FormDefinition } from "./definition.ts";
import type { Person } from "./send.ts";
import type { Sent } from "./useForm.ts";

interface SuccessProps {
  words: FormDefinition["words"]["done"];
  sent: Sent;
  onAnother: () => void;
  /** Leads back to the form with the address. */
  onChange: () => void;
}

/** Its code is fetched once somebody has joined. Where that fails, they have joined all the same. */
const AfterJoining = lazy(async (): Promise<{ default: (props: { person: Person }) => ReactNode }> => {
  const code = await import("./AfterJoining.tsx").catch(() => undefined);
  return { default: code?.AfterJoining ?? (() => null) };
});

/** Most of the form's height that its success view keeps, in CSS pixels. */
const mostHeight = 320;

/**
 * A form's success view (requirements 4), as high as the form was, within limits. If the focus was in the form, the heading gets it,
 * so that screen readers read it, and its card comes on the screen.
 */
export function Success({
  words: { title, steps, change, more, another },
  sent: { address, height, person },
  onAnother,
  onChange,
}: SuccessProps) {
  const view = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (view.current && takeFocus(heading.current, view.current, true)) showCard(heading.current);
  }, []);
  return (
    <div
      ref={view}
      className="grid content-start justify-items-start gap-4"
      style={{ minHeight: Math.min(height, mostHeight) }}
    >
      <div className="flex items-center gap-3 tight:block">
        <svg viewBox={tick.viewBox} aria-hidden="true" className={tick.className}>
          <circle {...tick.circle} />
          <path d={tick.sign} pathLength="1" className={tick.signClass} />
        </svg>
        <h3 ref={heading} tabIndex={-1} className="font-display text-xl font-semibold">
          {title}
        </h3>
      </div>
      <ol className="milestones after-tick max-sm:text-sm">
        {steps(address).map(({ name, text }, index) => (
          <li key={name} className="wrap-anywhere" data-reached={index === 0 || undefined}>
            <span className={index === 0 ? "block text-xl font-semibold" : "font-semibold"}>{name}</span>{" "}
            {breakable(text)}
            {change && index === 0 && (
              <p>
                {`${change.ask} `}
                <button type="button" className={quietButton} onClick={onChange}>
                  {change.action}
                </button>
              </p>
            )}
          </li>
        ))}
      </ol>
      <Suspense>{person && <AfterJoining person={person} />}</Suspense>
      {more && (
        <p className="max-sm:text-sm">
          {more.text}{" "}
          <a href={more.href} className="font-semibold text-sea underline underline-offset-4">
            {more.link}
          </a>
        </p>
      )}
      {another && (
        <button type="button" className={`${secondaryButton} w-full max-sm:px-0 max-sm:text-sm`} onClick={onAnother}>
          {another}
        </button>
      )}
    </div>
  );
}

/**
 * A text whose address wraps to the next line as a whole; if that is too short for it, it breaks after the @ first. Translators would take
 * its two parts for words.
 */
function breakable(text = ""): ReactNode {
  const [, before, name, domain, after] = /^(.*?)(\S+@)(\S+)(.*)$/u.exec(text) ?? [];
  return name === undefined ? (
    text
  ) : (
    <>
      {before}
      <span className="inline-block" translate="no">
        {name}
        <wbr />
        {domain}
      </span>
      {after}
    </>
  );
}
