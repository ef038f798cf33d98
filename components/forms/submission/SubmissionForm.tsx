import { type FormEvent, type ReactNode, useRef } from "react";
import { buttonClass } from "../../ui/button.ts";
import { captcha } from "../captcha/captcha.ts";
import type { CaptchaHandle } from "../captcha/provider.ts";
import { useCaptchaReady } from "../captcha/useCaptchaReady.ts";
import { usePreparation } from "../captcha/usePreparation.ts";
import { tidyAddresses } from "./tidyAddresses.ts";
import { TrapField } from "./TrapField.tsx";
import { useLive } from "./useLive.ts";
import type { Submission } from "./useSubmission.ts";

interface SubmissionFormProps {
  /** Prefix of the ids within, unique on the page. */
  name: string;
  submission: Submission;
  /** The submit button's words, at rest and on the way. */
  labels: { idle: string; submitting: string };
  children: ReactNode;
}

/** A form's frame: its fields, then the captcha, then the submit button. */
export function SubmissionForm({ name, submission, labels, children }: SubmissionFormProps) {
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
      {children}
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
        {submitting ? labels.submitting : labels.idle}
      </button>
    </form>
  );
}
