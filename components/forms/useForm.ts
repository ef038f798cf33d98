import { useEffect, useRef, useState } from "react";
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

/** How a form is sent: `again` for another mail only; `offline` without a network, as far as the browser knows. */
interface Sending {
  again: boolean;
  offline: boolean;
}

export interface Sent {
  address: string;
  /** Whether the form was in sight. */
  seen: boolean;
  /** The person who joined, if the answer names one. */
  person?: Person | undefined;
}

/** Why the last attempt failed, as the line at the button says it. */
interface Failure {
  text: string;
  /** Whether it says more than the toast. */
  isMore: boolean;
  /** Whether it is a note rather than an error. */
  calm: boolean;
  /** Whether the form can be sent again for another mail. */
  again: boolean;
}

const none: Failure = { text: "", isMore: false, calm: false, again: false };
const note = (text: string): Failure => ({ ...none, text, isMore: true, calm: true });
const { errors } = formWords;

export type FormState = ReturnType<typeof useForm>;

/** A form's states: idle, submitting, and then its success view (requirements 4). Any failure leads back to idle. */
export function useForm(definition: FormDefinition) {
  const [phase, setPhase] = useState<"idle" | "submitting" | "sending again" | "done">("idle");
  const [sent, setSent] = useState<Sent>({ address: "", seen: false });
  // A ref, because state would arrive one render late for a second click.
  const busy = useRef(false);
  const dismissLast = useRef(() => {});
  /**
   * Why the last attempt failed; it stays at the button after the toast, until the next input. `isMore` is whether it says
   * more than the toast.
   */
  const [failure, setFailure] = useState<Failure>(none);
  const forgetFailure = () => setFailure(none);

  useEffect(() => {
    const comeBack = () => setFailure((last) => (last.text === errors.offline ? note(errors.online) : last));
    addEventListener("online", comeBack);
    return () => removeEventListener("online", comeBack);
  }, []);

  function fail({ line, calm = false, again = false, ...words }: FailureText): void {
    dismissLast.current = toast("destructive", words);
    setFailure({ text: line ?? words.text, isMore: line !== undefined, calm, again });
  }

  function askForCaptcha({ form, checks }: Parts): void {
    checks.say({ captcha: captchaWords.missing });
    goToRow(form.querySelector<HTMLElement>("[id$=-captcha]"), form);
    // The captcha's widget says what went wrong.
    fail({ ...errors.verificationRequired, line: "" });
  }

  /** Sends the form and says what came of it; returns whether it was stored. */
  async function send(content: Record<string, string>, parts: Parts, { again, offline }: Sending): Promise<boolean> {
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
      const { top, bottom } = form.getBoundingClientRect();
      setSent({ address, seen: bottom > 0 && top < innerHeight, person: answer.person });
      // Firefox keeps what stands in a form that is taken away: after a reload it would be there again, ready to be sent once more.
      form.reset();
      definition.onEmptied?.();
      return true;
    }
    const isListed = answer.kind === "refused" && answer.code === "already_subscribed";
    // The visitor has nothing to correct if the answer was lost or the address is listed.
    if ((answer.kind === "lost" || isListed) && captcha?.renew) captcha.renew();
    else captcha?.reset();
    const refused = answer.kind === "refused" ? answer.errors : {};
    const shown = definition.fields.some(({ name }) => refused[name]);
    if (shown) showProblems(refused, parts);
    else if (answer.kind === "refused" && (answer.code === "captcha_failed" || refused["captcha"]))
      askForCaptcha(parts);
    else if (isListed && again) setFailure(note(definition.words.again?.sent ?? ""));
    else fail(explain(answer, definition.words.failed, offline));
    return false;
  }

  /** Shows fields their errors, and goes to the first. */
  function showProblems(problems: FieldErrors, { form, checks }: Parts): void {
    checks.say(problems);
    const first = definition.fields.find(({ name }) => problems[name]);
    const control = form.elements.namedItem(first?.name ?? "");
    if (control instanceof HTMLElement) goToRow(control, form);
  }

  return {
    phase,
    sent,
    failure,
    forgetFailure,
    async submit(parts: Parts, again = false): Promise<void> {
      if (busy.current) return;
      const content = contentOf(definition, parts.form);
      // The browser passes some that the backend would refuse, such as a name of spaces: sending them would spend the captcha.
      const problems = Object.fromEntries(
        definition.fields.map((field) => [field.name, problemOf(field, content[field.name] ?? "")]),
      );
      if (Object.values(problems).some(Boolean)) return showProblems(problems, parts);
      busy.current = true;
      setPhase(again ? "sending again" : "submitting");
      if (!again) forgetFailure();
      parts.checks.clear();
      dismissLast.current();
      const offline = !navigator.onLine;
      const stored = await send(content, parts, { again, offline }).catch((reason: unknown) => {
        const words = explain({ kind: "lost" }, "", offline);
        fail(reason instanceof CaptchaError ? { line: reason.message, ...words } : words);
        return false;
      });
      // This is synchronous, because a press before the next render would send the form again with a spent captcha.
      flushSync(() => setPhase(stored ? "done" : "idle"));
      busy.current = stored;
    },
    restart(): void {
      busy.current = false;
      setPhase("idle");
    },
  };
}
