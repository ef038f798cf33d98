import { lazy, type ReactNode, Suspense, useEffect, useRef } from "react";
import { showCard, takeFocus } from "../focus.ts";
import { quietButton, secondaryButton, wideOnPhone } from "../ui/button.ts";
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

interface MoreProps {
  person: Person;
  /** What stands at the end. */
  children: ReactNode;
}

/** Its code is fetched once somebody has joined. Where that fails, they have joined all the same. */
const AfterJoining = lazy(async (): Promise<{ default: (props: MoreProps) => ReactNode }> => {
  const code = await import("./AfterJoining.tsx").catch(() => undefined);
  return { default: code?.AfterJoining ?? (({ children }) => children) };
});

/**
 * A form's success view (requirements 4). If the focus was in the form, the heading gets it, so that screen readers read it, and its card
 * comes on the screen.
 */
export function Success({
  words: { title, next, text, change, more, another },
  sent: { address, seen, person },
  onAnother,
  onChange,
}: SuccessProps) {
  const view = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!view.current) return;
    takeFocus(heading.current, view.current, true);
    // The view is lower than the form, and may be out of sight by that alone.
    if (seen && document.activeElement === heading.current) showCard(heading.current);
  }, [seen]);
  const elsewhere = more && (
    <p>
      {more.text}{" "}
      <a href={more.href} className="font-semibold text-sea underline underline-offset-4">
        {more.link}
      </a>
    </p>
  );
  return (
    <div ref={view} className="grid justify-items-start gap-4">
      <div className="flex items-center gap-2 sm:gap-4 tight:block">
        <svg viewBox={tick.viewBox} aria-hidden="true" className={tick.className}>
          <circle {...tick.circle} />
          <path d={tick.sign} pathLength="1" className={tick.signClass} />
        </svg>
        <div>
          <h3 ref={heading} tabIndex={-1} className="font-semibold">
            {title}
          </h3>
          <p className="font-display text-2xl font-semibold max-sm:text-xl">{next}</p>
        </div>
      </div>
      <p className="wrap-anywhere">{breakable(text(address))}</p>
      {change && (
        <p className="-my-4">
          {`${change.ask} `}
          <button type="button" className={quietButton} onClick={onChange}>
            {change.action}
          </button>
        </p>
      )}
      {person ? (
        <Suspense>
          <AfterJoining person={person}>{elsewhere}</AfterJoining>
        </Suspense>
      ) : (
        elsewhere
      )}
      {another && (
        <button type="button" className={`${secondaryButton} ${wideOnPhone} max-sm:w-full`} onClick={onAnother}>
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
function breakable(text: string): ReactNode {
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
