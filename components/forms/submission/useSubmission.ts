import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { tidyAddress } from "../../../server/contract/emailAddress.ts";
import type { FieldErrors } from "../../../server/contract/outcomes.ts";
import { captchaWords, formWords } from "../../copy/en/forms.ts";
import { type ToastText, toast } from "../../ui/toast/toast.ts";
import type { ToastTone } from "../../ui/toast/toaster.ts";
import type { CaptchaHandle } from "../captcha/provider/provider.ts";
import type { Answer } from "../backend/postForm.ts";
import type { FormDefinition } from "./definition.ts";
import { explain } from "./explain.ts";
import { problemsOf } from "./problemOf.ts";
import { sendForm } from "./sendForm.ts";
import { goToRow } from "./takeFocus.ts";
import { textOf } from "./textOf.ts";
import type { Checks } from "./useChecks.ts";

/** A form's states: idle, submitting, and then its success view (requirements 4). Any failure leads back to idle. */
export function useSubmission(definition: FormDefinition) {
  const [phase, setPhase] = useState<"idle" | "submitting" | "done">("idle");
  const [sent, setSent] = useState<Sent>({ address: "", height: 0 });
  // A ref, because state would arrive one render late for a second click.
  const busy = useRef(false);
  const dismissLast = useRef(() => {});

  function say(form: HTMLFormElement, tone: ToastTone, words: ToastText): void {
    dismissLast.current = toast(tone, words, spokenOf(form, words));
  }

  function askForCaptcha(form: HTMLFormElement, { say: show }: Checks): void {
    show({ captcha: captchaWords.missing });
    goToRow(form.querySelector<HTMLElement>(captchaBox), form);
    say(form, "destructive", formWords.errors.verificationRequired);
  }

  /** Shows the result of the form; returns whether it was stored. */
  function settle(answer: Answer | undefined, { form, captcha, checks }: Parts): boolean {
    if (!answer) {
      askForCaptcha(form, checks);
      return false;
    }
    if (answer.kind === "accepted") {
      say(form, "success", definition.words.stored);
      setSent({ address: tidyAddress(textOf(new FormData(form), "email")), height: islandOf(form).clientHeight });
      // Firefox keeps what stands in a form that is taken away: after a reload it would be there again, ready to be sent once more.
      form.reset();
      definition.onEmptied?.();
      return true;
    }
    // Where the answer was lost, the visitor has nothing to correct.
    if (answer.kind === "lost" && captcha?.renew) captcha.renew();
    else captcha?.reset();
    const refused = answer.kind === "refused" ? fieldsRefused(form, answer.errors) : [];
    if (refused.length > 0) {
      showProblems(refused, form, checks);
    } else if (answer.kind === "refused" && (answer.code === "captcha_failed" || "captcha" in answer.errors)) {
      askForCaptcha(form, checks);
    } else {
      say(form, "destructive", explain(answer, definition.words.failed));
    }
    return false;
  }

  async function follow(answer: Promise<Answer | undefined>, parts: Parts): Promise<void> {
    busy.current = true;
    setPhase("submitting");
    parts.checks.clear();
    dismissLast.current();
    const stored = await answer
      .then((received) => settle(received, parts))
      .catch(() => {
        say(parts.form, "destructive", formWords.errors.unexpected);
        return false;
      });
    // Synchronously, as a press before the next render would send the form again with a spent captcha.
    flushSync(() => setPhase(stored ? "done" : "idle"));
    busy.current = stored;
  }

  return {
    phase,
    sent,
    submit(parts: Parts): void {
      if (busy.current) return;
      const problems = problemsOf(definition.fields, parts.form);
      // Sending it would spend the captcha.
      if (problems.length > 0) showProblems(problems, parts.form, parts.checks);
      else void follow(sendForm(definition, parts.form, parts.captcha?.token()), parts);
    },
    /** Continues a form that was sent before React took over. */
    resume(answer: Promise<Answer | undefined>, parts: Parts): void {
      void follow(answer, parts);
    },
    restart(): void {
      busy.current = false;
      setPhase("idle");
    },
  };
}

/** Options of {@link useSubmission}. */
interface Parts {
  form: HTMLFormElement;
  captcha: CaptchaHandle | null;
  checks: Checks;
}

/** Result of {@link useSubmission}. */
export type Submission = ReturnType<typeof useSubmission>;

/** Properties of the success view. */
export interface Sent {
  address: string;
  /** Height of the form with everything around it, in CSS pixels. */
  height: number;
}

const captchaBox = "[id$=-captcha]";

/** The element that the success view replaces. */
const islandOf = (form: HTMLFormElement): Element => form.parentElement ?? form;

/** The invalid fields that this form shows, in its order. */
function fieldsRefused(form: HTMLFormElement, errors: FieldErrors): [string, string][] {
  const shown = [...new FormData(form).keys()];
  return Object.entries(errors)
    .filter(([name]) => shown.includes(name))
    .toSorted(([a], [b]) => shown.indexOf(a) - shown.indexOf(b));
}

/** Shows fields their errors, and goes to the first. */
function showProblems(problems: readonly [string, string][], form: HTMLFormElement, checks: Checks): void {
  checks.say(Object.fromEntries(problems));
  const control = form.elements.namedItem(problems[0]?.[0] ?? "");
  if (control instanceof HTMLElement) goToRow(control, form);
}

/** The row of the form to which a message refers. */
function spokenOf(form: HTMLFormElement, words: ToastText): Element | null | undefined {
  const { verificationRequired, alreadySubscribed, mailReturned } = formWords.errors;
  const isAddress = words === alreadySubscribed || words === mailReturned;
  const control = words === verificationRequired ? captchaBox : isAddress ? "[name=email]" : "[type=submit]";
  return form.querySelector(control)?.closest("form > *");
}
