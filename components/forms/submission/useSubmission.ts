import { useRef, useState } from "react";
import type { Accepted, FieldErrors } from "../../../server/contract/outcomes.ts";
import { trapName } from "../../../server/contract/limits.ts";
import { type ToastText, toast } from "../../ui/toast/toast.ts";
import type { ToastTone } from "../../ui/toast/toaster.ts";
import type { CaptchaHandle } from "../captcha/provider.ts";
import { copy } from "../copy.ts";
import { explain } from "./explain.ts";
import { postForm } from "./postForm.ts";
import { textOf } from "./textOf.ts";

/** What tells one form from another. */
export interface SubmissionOptions {
  /** Route below the forms' base path, such as `/waitlist`. */
  path: string;
  /** The code of this route's success. */
  accepted: Accepted["code"];
  /** Said when it is stored. */
  success: ToastText;
  /** Said when the backend could not store it. */
  failed: string;
  /** Called once it is stored. */
  onStored?: () => void;
  /** The body to send, without the captcha's token. */
  body: (fields: FormData) => object;
}

/** A form's way from idle over submitting to its success view (requirements 4). Whatever fails leads back to idle. */
export function useSubmission(options: SubmissionOptions) {
  const [phase, setPhase] = useState<"idle" | "submitting" | "done">("idle");
  const [errors, setErrors] = useState<FieldErrors>({});
  // State arrives a render late; a second click does not.
  const busy = useRef(false);
  const dismissLast = useRef(() => {});

  function say(form: HTMLFormElement, tone: ToastTone, words: ToastText): void {
    dismissLast.current = toast(tone, words, spokenOf(form, words));
  }

  async function send(form: HTMLFormElement, captcha: CaptchaHandle | null): Promise<boolean> {
    const fields = new FormData(form);
    const token = await captcha?.token();
    if (!token) {
      say(form, "destructive", copy.errors.verificationRequired);
      return false;
    }
    const trap = textOf(fields, trapName);
    const answer = await postForm(options.path, options.accepted, {
      ...options.body(fields),
      ...(trap && { [trapName]: trap }),
      captcha: token,
    });
    if (answer.kind === "accepted") {
      say(form, "success", options.success);
      options.onStored?.();
      return true;
    }
    captcha?.reset();
    const refused = answer.kind === "refused" ? fieldsRefused(form, answer.errors) : [];
    if (refused.length > 0) {
      setErrors(Object.fromEntries(refused));
      focusField(form, refused[0]?.[0]);
    } else if (answer.kind === "refused" && "captcha" in answer.errors) {
      say(form, "destructive", copy.errors.verificationRequired);
    } else {
      say(form, "destructive", explain(answer, options.failed));
    }
    return false;
  }

  async function submit(form: HTMLFormElement, captcha: CaptchaHandle | null): Promise<void> {
    if (busy.current) return;
    busy.current = true;
    setPhase("submitting");
    setErrors({});
    dismissLast.current();
    const stored = await send(form, captcha).catch(() => {
      say(form, "destructive", copy.errors.unexpected);
      return false;
    });
    setPhase(stored ? "done" : "idle");
    busy.current = false;
  }

  function forgetError(field: string): void {
    if (errors[field]) setErrors({ ...errors, [field]: "" });
  }

  return { phase, errors, submit, forgetError, restart: () => setPhase("idle") };
}

export type Submission = ReturnType<typeof useSubmission>;

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
  const { verificationRequired, alreadySubscribed } = copy.errors;
  const control =
    words === verificationRequired ? "[id$=-captcha]" : words === alreadySubscribed ? "[name=email]" : "[type=submit]";
  return form.querySelector(control)?.closest("form > *");
}
