import type { ReactNode } from "react";
import { site } from "../site.ts";
import { SectionIntro } from "./SectionIntro.tsx";

interface FormSectionProps {
  /** Anchor of the section and name of its island. */
  id: "waitlist" | "beta";
  title: string;
  text: string;
  /** What stands below the introduction. */
  aside?: ReactNode;
  className: string;
  form: ReactNode;
}

/** A section with its form: the form is an island that hydrates on its own; without JavaScript it says what to do instead. */
export function FormSection({ id, title, text, aside, className, form }: FormSectionProps) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className={className}>
      <div className="wrap grid gap-10 lg:grid-cols-2 lg:gap-16">
        <div>
          <SectionIntro id={`${id}-title`} title={title} text={text} />
          {aside}
        </div>
        <div className="rounded-2xl border border-rule bg-surface p-6 sm:p-8 tight:p-3">
          <noscript>
            <p className="mb-6">
              {`${site.noScript} `}
              <a href={`mailto:${site.contact}`} className="font-semibold text-sea underline">
                {site.contact}
              </a>
            </p>
          </noscript>
          <div data-island={id}>{form}</div>
        </div>
      </div>
    </section>
  );
}
