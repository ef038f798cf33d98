import { type ReactNode, useEffect, useRef } from "react";
import { takeFocus } from "../focus.ts";
import { secondaryButton } from "../ui/button.ts";
import type { FormDefinition } from "./definition.ts";
import type { Sent } from "./useForm.ts";

interface SuccessProps {
  words: FormDefinition["words"]["done"];
  sent: Sent;
  onAnother: () => void;
}

/**
 * A form's success view (requirements 4), as high as the form was. If the focus was in the form, the heading gets it,
 * so that screen readers read it.
 */
export function Success({
  words: { title, steps, more, another },
  sent: { address, height },
  onAnother,
}: SuccessProps) {
  const view = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (view.current) takeFocus(heading.current, view.current);
  }, []);
  return (
    <div ref={view} className="grid content-center justify-items-start gap-4" style={{ minHeight: height }}>
      <div className="flex items-center gap-3 tight:block">
        <svg viewBox="0 0 48 48" aria-hidden="true" className="tick relative z-10 size-12 shrink-0 fill-gold">
          <circle cx="24" cy="24" r="24" />
          <path d="m14 25 7 7 13-15" pathLength="1" />
        </svg>
        <h3 ref={heading} tabIndex={-1} className="font-display text-xl font-semibold">
          {title}
        </h3>
      </div>
      <ol className="milestones after-tick max-sm:text-sm">
        {steps(address).map(({ name, text }, index) => (
          <li key={name} className="wrap-anywhere" data-reached={index === 0 || undefined}>
            <span className="font-semibold">{name}</span> {breakable(text)}
          </li>
        ))}
      </ol>
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
 * A text whose address goes to the next line as a whole; if that is too short for it, it breaks after the @ first. Translators would take
 * its two parts for words.
 */
function breakable(text: string): ReactNode {
  const start = text.search(/\S+@/u);
  const end = text.indexOf("@", start) + 1;
  return start === -1 ? (
    text
  ) : (
    <>
      {text.slice(0, start)}
      <span className="inline-block" translate="no">
        {text.slice(start, end)}
        <wbr />
        {text.slice(end)}
      </span>
    </>
  );
}
