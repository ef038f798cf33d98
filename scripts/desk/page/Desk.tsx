import { type FunctionComponent, useEffect, useMemo, useRef, useState } from "react";
import { brand } from "../../../server/contract/brand.ts";
import { deskCopy } from "../words/desk.ts";
import { useAddress } from "./address.ts";
import { api, useDesk } from "./api.ts";
import { Applications } from "./Applications.tsx";
import { DeskLink } from "./DeskLink.tsx";
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

/** The operator's desk: its navigation, and the view that the address asks for. */
export function Desk() {
  const asked = useAddress().get("view") ?? "overview";
  const view = isView(asked) ? asked : "overview";
  const place = useDesk(["place"], () => api.place.$get()).data?.name;
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(view);
  useEffect(() => {
    document.title = [deskCopy.views[view], place, `${brand} ${deskCopy.name}`].filter(Boolean).join(" – ");
    if (shown.current !== view) heading.current?.focus();
    shown.current = view;
  }, [view, place]);
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
        <div className="mx-auto flex max-w-6xl items-center gap-x-6 px-4 max-sm:block">
          <p className="font-display text-lg font-semibold max-sm:-mb-1 max-sm:pt-2">
            {brand} {deskCopy.name} {place && <span className="font-sans text-sm font-normal text-muted">{place}</span>}
          </p>
          <nav aria-label={deskCopy.parts} className="max-sm:-mx-1">
            <ul className="flex gap-x-5 max-sm:justify-between max-sm:gap-x-1">
              {names.map((name) => (
                <li key={name}>
                  <DeskLink
                    to={{ view: name }}
                    aria-current={name === view ? "page" : undefined}
                    className="inline-flex min-h-11 items-center border-b-2 border-transparent px-1 text-muted hover:text-ink aria-[current]:border-sea aria-[current]:font-semibold aria-[current]:text-ink"
                  >
                    {deskCopy.views[name]}
                  </DeskLink>
                </li>
              ))}
            </ul>
          </nav>
        </div>
      </header>
      <main id="main" tabIndex={-1} className="mx-auto max-w-6xl px-4 py-6">
        <h1 ref={heading} tabIndex={-1} className="mb-4 text-2xl wrap-anywhere">
          {deskCopy.views[view]}
        </h1>
        <DraftsContext value={drafts}>
          <Shown />
        </DraftsContext>
      </main>
    </>
  );
}
