import { isVisible, tidyProse } from "../../server/contract/characters.ts";
import {
  hasForeignLocalPart,
  localPartNotAscii,
  problemOfAddress,
  tidyAddress,
} from "../../server/contract/emailAddress.ts";
import { limits } from "../../server/contract/limits.ts";
import { formWords } from "../copy/forms.ts";
import type { ToastText } from "../ui/toast.ts";
import { waitInWords } from "../waitInWords.ts";
import type { FieldDefinition } from "./definition.ts";
import type { Answer } from "./send.ts";

export type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

export const isControl = (target: EventTarget | null): target is Control =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;

/** The backend's error for this value of a field; "" if it is valid. Its length is checked elsewhere, as it is typed. */
export function problemOf({ required = "", ...field }: FieldDefinition, value: string): string {
  if (!isVisible(tidyProse(value))) return required;
  return field.kind === "line" && field.type === "email" ? problemOfAddress(tidyAddress(value), limits.email) : "";
}

/**
 * Prepares a form's addresses for the browser's validation, which differs between browsers: tidies them as the backend would, and
 * marks those whose part before the @ the backend refuses, with its message.
 */
export function tidyAddresses(form: HTMLFormElement): void {
  for (const input of form.querySelectorAll<HTMLInputElement>("[type=email]")) {
    if (input.validity.typeMismatch) input.value = tidyAddress(input.value);
    input.setCustomValidity(hasForeignLocalPart(input.value) ? localPartNotAscii : "");
  }
}

/** A toast, which is one of requirements 8, and what stays at the form after it: its text, unless more is to be said. */
export interface FailureText extends ToastText {
  line?: string;
  /** Whether that line is a note rather than an error. */
  calm?: boolean;
  /** Whether the form can be sent again for another mail. */
  again?: boolean;
}

/**
 * The words for a form that was not stored. `failed` is the form's own sentence for a backend error; `offline` whether the browser had
 * no network when it was sent.
 */
export function explain(answer: Exclude<Answer, { kind: "accepted" }>, failed: string, offline = false): FailureText {
  const { errors } = formWords;
  if (answer.kind === "lost") return { ...errors.unexpected, ...(offline && { line: errors.offline, calm: true }) };
  const toast = errors.failed(failed);
  switch (answer.code) {
    case "captcha_failed":
      return errors.verificationRequired;
    case "already_subscribed":
      return { ...errors.alreadySubscribed, calm: true, again: true };
    case "mail_returned":
      return { ...toast, line: errors.mailReturned };
    case "rate_limited":
      return { ...toast, line: errors.tooMany(waitInWords(answer.retryAfter)) };
    case "too_many_applications":
      return { ...toast, line: errors.tooManyApplications };
    default:
      return toast;
  }
}
