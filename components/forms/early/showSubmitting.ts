import { captchaHeld } from "../../ui/field.ts";
import type { FormDefinition } from "../submission/definition.ts";

/** Shows a pre-rendered form as React shows it while it is sent, until `signal` aborts: nothing in it changes. */
export function showSubmitting(
  form: HTMLFormElement,
  { name, fields, words }: FormDefinition,
  signal: AbortSignal,
): void {
  for (const field of fields) {
    const control = document.getElementById(`${name}-${field.name}`);
    if (control instanceof HTMLSelectElement) {
      control.setAttribute("aria-disabled", "true");
      control.addEventListener("keydown", (event) => event.key !== "Tab" && event.preventDefault(), { signal });
      control.addEventListener("mousedown", (event) => event.preventDefault(), { signal });
    } else control?.setAttribute("readonly", "");
  }
  form.querySelector(`#${name}-captcha`)?.closest("form > *")?.setAttribute("class", captchaHeld);
  const button = form.querySelector("[type=submit]");
  button?.setAttribute("aria-disabled", "true");
  button?.replaceChildren(words.submit.submitting);
}
