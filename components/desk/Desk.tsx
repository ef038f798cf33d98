import { type FunctionComponent, type MouseEvent, useEffect, useMemo, useRef, useState } from "react";
import { brand } from "../../server/contract/brand.ts";
import { deskCopy } from "../copy/desk.ts";
import { addressOf, go, useAddress } from "./address.ts";
import { Applications } from "./Applications.tsx";
import { type Drafts, DraftsContext } from "./drafts.ts";
import { Mail } from "./Mail.tsx";
import { Overview } from "./Overview.tsx";
import { People } from "./People.tsx";

type View = keyof typeof deskCopy.views;

const views: Record<View, FunctionComponent> = {
  overview: Overview,
  people: People,
  applications: Applications,
  mail: Mail,
};
const isView = (name: string): name is View => Object.hasOwn(views, name);
const names = Object.keys(views).filter(isView);

/** Whether a click on a link is one to follow in this window. */
const isPlain = ({ button, metaKey, ctrlKey, shiftKey }: MouseEvent): boolean =>
  button === 0 && !metaKey && !ctrlKey && !shiftKey;

/** The operator's desk: its navigation, and the view that the address asks for. */
export function Desk() {
  const asked = useAddress().get("view") ?? "overview";
  const view = isView(asked) ? asked : "overview";
  const title = deskCopy.views[view];
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(view);
  useEffect(() => {
    document.title = `${title} – ${brand} ${deskCopy.name}`;
    if (shown.current !== view) heading.current?.focus();
    shown.current = view;
  }, [view, title]);
  const [texts, setTexts] = useState<Drafts["texts"]>({});
  const drafts = useMemo<Drafts>(
    () => ({ texts, keep: (more) => setTexts((others) => ({ ...others, ...more })) }),
    [texts],
  );
  const Shown = views[view];
  return (
    <>
      <a href="#main" className="sr-only focus:not-sr-only">
        {deskCopy.skip}
      </a>
      <header className="border-b border-rule bg-surface">
        <div className="mx-auto flex max-w-6xl flex-wrap items-center gap-x-6 px-4">
          <p className="py-3 font-display text-lg font-semibold">
            {brand} {deskCopy.name}
          </p>
          <nav aria-label={deskCopy.parts}>
            <ul className="flex flex-wrap gap-x-5">
              {names.map((name) => (
                <li key={name}>
                  <a
                    href={addressOf({ view: name })}
                    aria-current={name === view ? "page" : undefined}
                    className="inline-flex min-h-11 items-center border-b-2 border-transparent text-muted hover:text-ink aria-[current]:border-sea aria-[current]:font-semibold aria-[current]:text-ink"
                    onClick={(event) => {
                      if (!isPlain(event)) return;
                      event.preventDefault();
                      go(event.currentTarget.search);
                    }}
                  >
                    {deskCopy.views[name]}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
        </div>
      </header>
      <main id="main" tabIndex={-1} className="mx-auto max-w-6xl px-4 py-6">
        <h1 ref={heading} tabIndex={-1} className="mb-4 text-2xl">
          {title}
        </h1>
        <DraftsContext value={drafts}>
          <Shown />
        </DraftsContext>
      </main>
    </>
  );
}
