import { type FormEvent, useLayoutEffect, useRef } from "react";
import { flushSync } from "react-dom";
import { formWords } from "../../copy/en/forms.ts";
import { primaryButton, wideOnPhone } from "../../ui/button.ts";
import { captchaHeld, captchaPlace, fieldClass } from "../../ui/field.ts";
import { captcha } from "../captcha/captcha.ts";
import type { CaptchaHandle } from "../captcha/provider/provider.ts";
import { useCaptchaReady } from "../captcha/useCaptchaReady.ts";
import { usePreparation } from "../captcha/usePreparation.ts";
import type { FormDefinition } from "./definition.ts";
import { Field } from "./Field.tsx";
import { Success } from "./Success.tsx";
import { goToRow } from "./takeFocus.ts";
import { tidyAddresses } from "./tidyAddresses.ts";
import { takeOver } from "./takeOver.ts";
import { TrapField } from "./TrapField.tsx";
import { useChecks } from "./useChecks.ts";
import { useLive } from "./useLive.ts";
import { type Submission, useSubmission } from "./useSubmission.ts";

/** A form from its definition, or its success view after it was stored. */
export function Form({ definition }: { definition: FormDefinition }) {
  const submission = useSubmission(definition);

  function startAnother(): void {
    flushSync(() => submission.restart());
    const first = document.getElementById(`${definition.name}-${definition.fields[0]?.name}`);
    const form = first?.closest("form");
    if (form) goToRow(first, form);
  }

  return submission.phase === "done" ? (
    <Success words={definition.words.done} sent={submission.sent} onAnother={startAnother} />
  ) : (
    <OpenForm definition={definition} submission={submission} />
  );
}

/** A form's fields, captcha and submit button, and the note on what is stored. */
function OpenForm({ definition, submission }: { definition: FormDefinition; submission: Submission }) {
  const { name, fields, words } = definition;
  const form = useRef<HTMLFormElement>(null);
  const widget = useRef<CaptchaHandle>(null);
  const ready = useCaptchaReady();
  useLive(form, ready);
  usePreparation(form, widget);
  const checks = useChecks(fields);
  const submitting = submission.phase === "submitting";

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    submission.submit({ form: event.currentTarget, captcha: widget.current, checks });
  }

  // In the commit of the hydration, so that no event comes in between.
  useLayoutEffect(() => {
    const sending = takeOver(name);
    if (sending && form.current) submission.resume(sending, { form: form.current, captcha: widget.current, checks });
  });
  const { onBlur, onInput, onInvalidCapture } = checks;
  // If all fields are required, none needs a mark.
  const marked = fields.some(({ required }) => !required);

  return (
    // One element, which the success view replaces at the same height.
    <div>
      {/* "post" keeps what was typed out of the address bar, should the browser ever send the form itself. */}
      <form
        ref={form}
        method="post"
        className="grid gap-5 sm:grid-cols-2"
        onSubmit={submit}
        {...{ onBlur, onInput, onInvalidCapture }}
      >
        {marked && (
          <p className={`${fieldClass.hint} col-span-full -mb-2`}>
            <span className={fieldClass.requiredMark} suppressHydrationWarning>
              *
            </span>
            <span suppressHydrationWarning>{` ${formWords.required}`}</span>
          </p>
        )}
        {fields.map((field) => (
          <Field
            key={field.name}
            id={`${name}-${field.name}`}
            definition={field}
            marked={marked}
            checks={checks}
            held={submitting}
          />
        ))}
        <TrapField />
        <div className={submitting ? captchaHeld : captchaPlace}>
          <captcha.Widget
            id={`${name}-captcha`}
            ready={ready}
            error={checks.errors["captcha"]}
            onAnswer={() => checks.say({ captcha: "" })}
            ref={widget}
          />
        </div>
        {/* Busy is aria-disabled, and has a spinner by it: a disabled button would drop the keyboard's focus. */}
        <button
          type="submit"
          className={`${primaryButton} ${wideOnPhone} col-span-full`}
          disabled={!ready}
          // The pre-rendered text may say already that it is being sent, or may be translated.
          suppressHydrationWarning
          aria-disabled={submitting || undefined}
          // The browser also clicks it for the Enter key, and validates the fields afterwards.
          onClick={({ currentTarget }) => currentTarget.form && tidyAddresses(currentTarget.form)}
        >
          {submitting ? words.submit.submitting : words.submit.idle}
        </button>
      </form>
      <p className="mt-4 text-sm text-muted" suppressHydrationWarning>
        {words.section.kept}
      </p>
    </div>
  );
}
