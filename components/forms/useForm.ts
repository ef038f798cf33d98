import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { tidyAddress } from "../../server/contract/emailAddress.ts";
import type { FieldErrors } from "../../server/contract/outcomes.ts";
import { captchaWords, formWords } from "../copy/forms.ts";
import { goToRow } from "../focus.ts";
import { toast } from "../ui/toast.ts";
import { CaptchaError, type CaptchaHandle } from "./captcha/provider.ts";
import type { FormDefinition } from "./definition.ts";
import { explain, type FailureText, problemOf } from "./problems.ts";
import { contentOf, type Person, sendForm } from "./send.ts";
import type { Checks } from "./useChecks.ts";

/** The parts of a form that is being sent. */
interface Parts {
  form: HTMLFormElement;
  captcha: CaptchaHandle | null;
  checks: Checks;
}

/** Properties of the success view. */
export interface Sent {
  address: string;
  /** Height of the form with everything around it, in CSS pixels. */
  height: number;
  /** Who joined. */
  person?: Person | undefined;
}

/** Result of {@link useForm}. */
export type FormState = ReturnType<typeof useForm>;

/** A form's states: idle, submitting, and then its success view (requirements 4). Any failure leads back to idle. */
export function useForm(definition: FormDefinition) {
  const [phase, setPhase] = useState<"idle" | "submitting" | "done">("idle");
  const [sent, setSent] = useState<Sent>({ address: "", height: 0 });
  // A ref, because state would arrive one render late for a second click.
  const busy = useRef(false);
  const dismissLast = useRef(() => {});
  /**
   * Why the last attempt failed; it stays at the button after the toast, until the next input. `isMore` is whether it says
   * more than the toast.
   */
  const [failure, setFailure] = useState({ text: "", isMore: false });
  const forgetFailure = () => setFailure({ text: "", isMore: false });

  function fail(words: FailureText): void {
    dismissLast.current = toast("destructive", words);
    setFailure({ text: words.line ?? words.text, isMore: words.line !== undefined });
  }

  function askForCaptcha({ form, checks }: Parts): void {
    checks.say({ captcha: captchaWords.missing });
    goToRow(form.querySelector<HTMLElement>("[id$=-captcha]"), form);
    // The captcha itself says the rest.
    fail({ ...formWords.errors.verificationRequired, line: "" });
  }

  /** Sends the form and says what came of it; returns whether it was stored. */
  async function send(content: Record<string, string>, parts: Parts): Promise<boolean> {
    const { form, captcha } = parts;
    const token = await captcha?.token();
    if (!token) {
      askForCaptcha(parts);
      return false;
    }
    const answer = await sendForm(definition, content, token);
    if (answer.kind === "accepted") {
      definition.onStored?.();
      dismissLast.current = toast("success", definition.words.stored);
      const address = tidyAddress(content["email"] ?? "");
      setSent({ address, height: form.parentElement?.clientHeight ?? 0, person: answer.person });
      // Firefox keeps what stands in a form that is taken away: after a reload it would be there again, ready to be sent once more.
      form.reset();
      definition.onEmptied?.();
      return true;
    }
    // Where the answer was lost, the visitor has nothing to correct.
    if (answer.kind === "lost" && captcha?.renew) captcha.renew();
    else captcha?.reset();
    const refused = answer.kind === "refused" ? answer.errors : {};
    const shown = definition.fields.some(({ name }) => refused[name]);
    if (shown) showProblems(refused, parts);
    else if (answer.kind === "refused" && (answer.code === "captcha_failed" || refused["captcha"]))
      askForCaptcha(parts);
    else fail(explain(answer, definition.words.failed));
    return false;
  }

  /** Shows fields their errors, and goes to the first. */
  function showProblems(errors: FieldErrors, { form, checks }: Parts): void {
    checks.say(errors);
    const first = definition.fields.find(({ name }) => errors[name]);
    const control = form.elements.namedItem(first?.name ?? "");
    if (control instanceof HTMLElement) goToRow(control, form);
  }

  return {
    phase,
    sent,
    failure,
    forgetFailure,
    async submit(parts: Parts): Promise<void> {
      if (busy.current) return;
      const content = contentOf(definition, parts.form);
      // The browser passes some that the backend would refuse, such as a name of spaces: sending them would spend the captcha.
      const problems = Object.fromEntries(
        definition.fields.map((field) => [field.name, problemOf(field, content[field.name] ?? "")]),
      );
      if (Object.values(problems).some(Boolean)) return showProblems(problems, parts);
      busy.current = true;
      setPhase("submitting");
      forgetFailure();
      parts.checks.clear();
      dismissLast.current();
      const stored = await send(content, parts).catch((reason: unknown) => {
        const { unexpected } = formWords.errors;
        fail(reason instanceof CaptchaError ? { ...unexpected, line: reason.message } : unexpected);
        return false;
      });
      // Synchronously, as a press before the next render would send the form again with a spent captcha.
      flushSync(() => setPhase(stored ? "done" : "idle"));
      busy.current = stored;
    },
    restart(): void {
      busy.current = false;
      setPhase("idle");
    },
  };
}
