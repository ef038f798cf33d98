import type { ReactNode } from "react";
import { pageWords } from "../copy/page.ts";
import type { FormDefinition } from "../forms/definition.ts";
import { Form } from "../forms/Form.tsx";
import { site, sitePath } from "../site.ts";
import { SectionIntro } from "./SectionIntro.tsx";

interface FormSectionProps {
  form: FormDefinition;
  /** Content above the section's heading. */
  before?: ReactNode;
  /** Content below the introduction, or after the form if there is only one column. */
  aside?: ReactNode;
  className: string;
  /** Title and text of the section, and what is in the form's place, once there is nothing to fill in. */
  instead?: { title: string; text: string; card: ReactNode } | undefined;
}

/** A form, which is hydrated separately; without JavaScript what to do instead. */
function Island({ form }: Pick<FormSectionProps, "form">) {
  return (
    <>
      <noscript>
        <p>
          {`${form.name === "waitlist" ? pageWords.noScript : pageWords.noScriptAgain} `}
          <a href={`mailto:${site.contact}`} className="font-semibold text-sea underline">
            {site.contact}
          </a>
        </p>
      </noscript>
      <p className="hidden print:block">{pageWords.onPaper(`${site.url}${sitePath()}#${form.name}`)}</p>
      <div data-island={form.name}>
        <Form definition={form} />
      </div>
    </>
  );
}

/** A section with a form, or with what is in its place. */
export function FormSection({ form, before, aside, className, instead }: FormSectionProps) {
  const titleId = `${form.name}-title`;
  const { title, text } = instead ?? form.words.section;
  return (
    <section id={form.name} aria-labelledby={titleId} className={className}>
      {before}
      <div className="wrap grid gap-8 lg:grid-cols-[2fr_3fr] lg:grid-rows-[auto_1fr] lg:gap-x-16">
        <SectionIntro id={titleId} title={title} text={text} besideForm />
        <div className="scroll-mt-6 rounded-2xl border border-rule bg-surface p-6 sm:p-8 lg:col-start-2 lg:row-span-2 lg:row-start-1 lg:self-start tight:p-3">
          {instead ? instead.card : <Island form={form} />}
        </div>
        {aside}
      </div>
    </section>
  );
}
