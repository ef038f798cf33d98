import { type FormEvent, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { buttonClass } from "../../ui/button.ts";
import { captcha } from "../captcha/captcha.ts";
import type { CaptchaHandle } from "../captcha/provider/provider.ts";
import { useCaptchaReady } from "../captcha/useCaptchaReady.ts";
import { usePreparation } from "../captcha/usePreparation.ts";
import type { FormDefinition } from "./definition.ts";
import { Field } from "./Field.tsx";
import { Success } from "./Success.tsx";
import { tidyAddresses } from "./tidyAddresses.ts";
import { TrapField } from "./TrapField.tsx";
import { useLive } from "./useLive.ts";
import { type Submission, useSubmission } from "./useSubmission.ts";

/** A form as its definition says, or its success view once it is stored. */
export function Form({ definition }: { definition: FormDefinition }) {
  const [body, setBody] = useState(definition.body);
  const submission = useSubmission(definition, body);

  function startAnother(): void {
    flushSync(() => {
      setBody(definition.body);
      submission.restart();
    });
    document.getElementById(`${definition.name}-${definition.fields[0]?.name}`)?.focus();
  }

  return submission.phase === "done" ? (
    <Success words={definition.words.done} onAnother={startAnother} />
  ) : (
    <OpenForm definition={definition} submission={submission} />
  );
}

/** A form's fields, then the captcha, then the submit button. */
function OpenForm({ definition, submission }: { definition: FormDefinition; submission: Submission }) {
  const { name, fields, words } = definition;
  const form = useRef<HTMLFormElement>(null);
  const widget = useRef<CaptchaHandle>(null);
  const ready = useCaptchaReady();
  useLive(form, ready);
  usePreparation(form, widget);
  const submitting = submission.phase === "submitting";

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    void submission.submit(event.currentTarget, widget.current);
  }

  function edited({ target }: FormEvent): void {
    if (!(target instanceof Element)) return;
    if (target instanceof HTMLInputElement && target.type === "email") target.setCustomValidity("");
    submission.forgetError(target.getAttribute("name") ?? "");
  }

  return (
    // "post" keeps what was typed out of the address bar, should the browser ever send the form itself.
    <form ref={form} method="post" className="grid gap-5" onSubmit={submit} onInput={edited}>
      {fields.map((field) => (
        <Field key={field.name} id={`${name}-${field.name}`} definition={field} submission={submission} />
      ))}
      <TrapField />
      <captcha.Widget id={`${name}-captcha`} ready={ready} ref={widget} />
      {/* Busy is aria-disabled: a disabled button would drop the keyboard's focus. */}
      <button
        type="submit"
        className={buttonClass.primary}
        disabled={!ready}
        aria-disabled={submitting || undefined}
        // The browser clicks it for the Enter key, too, and checks the fields after that.
        onClick={({ currentTarget }) => currentTarget.form && tidyAddresses(currentTarget.form)}
      >
        {submitting ? words.submit.submitting : words.submit.idle}
      </button>
    </form>
  );
}
