import { useRef, useState } from "react";
import { tidyAddress } from "../../../server/contract/emailAddress.ts";
import type { FieldErrors } from "../../../server/contract/outcomes.ts";
import { trapName } from "../../../server/contract/limits.ts";
import { captchaWords, formWords } from "../../copy/en/forms.ts";
import { type ToastText, toast } from "../../ui/toast/toast.ts";
import type { ToastTone } from "../../ui/toast/toaster.ts";
import type { CaptchaHandle } from "../captcha/provider/provider.ts";
import { postForm } from "../backend/postForm.ts";
import type { FormDefinition } from "./definition.ts";
import { explain } from "./explain.ts";
import { textOf } from "./textOf.ts";
import type { Checks } from "./useChecks.ts";

/** A form's way from idle over submitting to its success view (requirements 4). Whatever fails leads back to idle. */
export function useSubmission(definition: FormDefinition, body: ReturnType<FormDefinition["body"]>) {
  const [phase, setPhase] = useState<"idle" | "submitting" | "done">("idle");
  const [sent, setSent] = useState<Sent>({ address: "", height: 0 });
  // State arrives a render late; a second click does not.
  const busy = useRef(false);
  const dismissLast = useRef(() => {});

  function say(form: HTMLFormElement, tone: ToastTone, words: ToastText): void {
    dismissLast.current = toast(tone, words, spokenOf(form, words));
  }

  function askForCaptcha(form: HTMLFormElement, { say: show }: Checks): void {
    show({ captcha: captchaWords.missing });
    form.querySelector<HTMLElement>(captchaBox)?.focus();
    say(form, "destructive", formWords.errors.verificationRequired);
  }

  async function send(form: HTMLFormElement, captcha: CaptchaHandle | null, checks: Checks): Promise<boolean> {
    const fields = new FormData(form);
    const token = await captcha?.token();
    if (!token) {
      askForCaptcha(form, checks);
      return false;
    }
    const trap = textOf(fields, trapName);
    const answer = await postForm(`/${definition.name}`, definition.accepted, {
      ...body(contentOf(definition, fields)),
      ...(trap && { [trapName]: trap }),
      captcha: token,
    });
    if (answer.kind === "accepted") {
      say(form, "success", definition.words.stored);
      definition.onStored?.();
      setSent({ address: tidyAddress(textOf(fields, "email")), height: islandOf(form).clientHeight });
      return true;
    }
    captcha?.reset();
    const refused = answer.kind === "refused" ? fieldsRefused(form, answer.errors) : [];
    if (refused.length > 0) {
      checks.say(Object.fromEntries(refused));
      focusField(form, refused[0]?.[0]);
    } else if (answer.kind === "refused" && (answer.code === "captcha_failed" || "captcha" in answer.errors)) {
      askForCaptcha(form, checks);
    } else {
      say(form, "destructive", explain(answer, definition.words.failed));
    }
    return false;
  }

  async function submit(form: HTMLFormElement, captcha: CaptchaHandle | null, checks: Checks): Promise<void> {
    if (busy.current) return;
    busy.current = true;
    setPhase("submitting");
    checks.clear();
    dismissLast.current();
    const stored = await send(form, captcha, checks).catch(() => {
      say(form, "destructive", formWords.errors.unexpected);
      return false;
    });
    setPhase(stored ? "done" : "idle");
    busy.current = false;
  }

  return { phase, sent, submit, restart: () => setPhase("idle") };
}

export type Submission = ReturnType<typeof useSubmission>;

/** What the success view goes by. */
export interface Sent {
  address: string;
  /** Of the form with all that belongs to it, in CSS pixels. */
  height: number;
}

const captchaBox = "[id$=-captcha]";

/** What the success view takes the place of. */
const islandOf = (form: HTMLFormElement): Element => form.parentElement ?? form;

const contentOf = (definition: FormDefinition, fields: FormData): Record<string, string> =>
  Object.fromEntries(definition.fields.map(({ name }) => [name, textOf(fields, name)]));

/** The refused fields this form shows, in the order it shows them. */
function fieldsRefused(form: HTMLFormElement, errors: FieldErrors): [string, string][] {
  const shown = [...new FormData(form).keys()];
  return Object.entries(errors)
    .filter(([name]) => shown.includes(name))
    .toSorted(([a], [b]) => shown.indexOf(a) - shown.indexOf(b));
}

function focusField(form: HTMLFormElement, name = ""): void {
  const control = form.elements.namedItem(name);
  if (control instanceof HTMLElement) control.focus();
}

/** The row of a form that a message is about. */
function spokenOf(form: HTMLFormElement, words: ToastText): Element | null | undefined {
  const { verificationRequired, alreadySubscribed } = formWords.errors;
  const control =
    words === verificationRequired ? captchaBox : words === alreadySubscribed ? "[name=email]" : "[type=submit]";
  return form.querySelector(control)?.closest("form > *");
}
