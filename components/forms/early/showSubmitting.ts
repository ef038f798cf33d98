import { captchaHeld, captchaPlace } from "../../ui/field.ts";
import type { FormDefinition } from "../submission/definition.ts";

/** Shows a pre-rendered form as React would while it is being sent, or restores it. */
export function showSubmitting(
  form: HTMLFormElement,
  { name, fields, words }: FormDefinition,
  submitting: boolean,
): void {
  const hold = (control: Element | null, attribute: "aria-disabled" | "readonly") => {
    if (submitting) control?.setAttribute(attribute, attribute === "readonly" ? "" : "true");
    else control?.removeAttribute(attribute);
  };
  for (const field of fields) {
    const control = document.getElementById(`${name}-${field.name}`);
    hold(control, control instanceof HTMLSelectElement ? "aria-disabled" : "readonly");
  }
  const place = submitting ? captchaHeld : captchaPlace;
  form.querySelector(`#${name}-captcha`)?.closest("form > *")?.setAttribute("class", place);
  const button = form.querySelector("[type=submit]");
  hold(button, "aria-disabled");
  button?.replaceChildren(submitting ? words.submit.submitting : words.submit.idle);
}
