import type { ReactNode } from "react";
import { pageWords } from "../copy/page.ts";
import type { FormDefinition } from "../forms/definition.ts";
import { Form } from "../forms/Form.tsx";
import { site, sitePath } from "../site.ts";
import { SectionIntro } from "./SectionIntro.tsx";

interface FormSectionProps {
  form: FormDefinition;
  /** Content below the introduction, or after the form if there is only one column. */
  aside?: ReactNode;
  className: string;
}

/** A section with a form, which is an island that is hydrated separately. Without JavaScript it says what to do instead. */
export function FormSection({ form, aside, className }: FormSectionProps) {
  const titleId = `${form.name}-title`;
  return (
    <section id={form.name} aria-labelledby={titleId} className={className}>
      <div className="wrap grid gap-8 lg:grid-cols-[2fr_3fr] lg:grid-rows-[auto_1fr] lg:gap-x-16">
        <SectionIntro id={titleId} title={form.words.section.title} text={form.words.section.text} />
        <div className="scroll-mt-6 rounded-2xl border border-rule bg-surface p-6 sm:p-8 lg:col-start-2 lg:row-span-2 lg:row-start-1 lg:self-start tight:p-3">
          <noscript>
            <p>
              {`${pageWords.noScript} `}
              <a href={`mailto:${site.contact}`} className="font-semibold text-sea underline">
                {site.contact}
              </a>
            </p>
          </noscript>
          <p className="hidden print:block">{pageWords.onPaper(`${site.url}${sitePath()}#${form.name}`)}</p>
          <div data-island={form.name}>
            <Form definition={form} />
          </div>
        </div>
        {aside}
      </div>
    </section>
  );
}
