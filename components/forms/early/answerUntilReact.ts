import { liveMark, sentMark } from "../../hydration/marks.ts";
import { followBox } from "../captcha/altcha/followBox.ts";
import { verificationOf } from "../captcha/altcha/verification.ts";
import type { FormDefinition } from "../submission/definition.ts";
import { sendForm } from "../submission/sendForm.ts";
import { sendRemembered } from "../submission/sendRemembered.ts";
import { letTakeOver, type Sending } from "../submission/takeOver.ts";
import { tidyAddresses } from "../submission/tidyAddresses.ts";
import { showSubmitting } from "./showSubmitting.ts";

/**
 * Has a pre-rendered form answer before React does (docs/decisions/0188): its box starts the captcha's work, and a form that is
 * valid and ticked is sent. Any other is remembered as sent, for React to say what is missing.
 */
export function answerUntilReact(island: HTMLElement, definition: FormDefinition): void {
  const form = island.querySelector("form");
  const box = form?.querySelector<HTMLInputElement>(`#${definition.name}-captcha`);
  const button = form?.querySelector<HTMLButtonElement>("[type=submit]");
  if (!form || !box || !button || form.hasAttribute(liveMark)) return;
  const verification = verificationOf(box.id);
  const untilReact = new AbortController();
  const { signal } = untilReact;
  let sending: Sending | undefined;

  const remember = (event: Event) => {
    event.preventDefault();
    if (!sending) island.setAttribute(sentMark, "");
  };
  const submit = (event: Event) => {
    if (sending || !box.checked) return remember(event);
    event.preventDefault();
    island.removeAttribute(sentMark);
    const body = definition.body();
    const answer = sendForm(definition, form, body, verification.token());
    sending = { body, answer };
    showSubmitting(form, definition, true);
    answer.then(
      (received) => received || giveBack(),
      // React says so.
      () => undefined,
    );
  };
  // The captcha came to nothing and says so: its box can be ticked again. What else is to be said, React says.
  const giveBack = () => {
    if (signal.aborted) return;
    sending = undefined;
    showSubmitting(form, definition, false);
    island.setAttribute(sentMark, "");
  };
  // As React holds it: a choice cannot be read-only.
  const hold = (event: Event) => {
    const moves = event instanceof KeyboardEvent && event.key === "Tab";
    if (sending && event.target instanceof HTMLSelectElement && !moves) event.preventDefault();
  };

  followBox(box, verification, signal);
  form.addEventListener("invalid", remember, { signal, capture: true });
  form.addEventListener("submit", submit, { signal });
  for (const type of ["keydown", "mousedown"]) form.addEventListener(type, hold, { signal });
  button.addEventListener("click", () => tidyAddresses(form), { signal });
  button.disabled = false;
  form.setAttribute(liveMark, "");
  letTakeOver(definition.name, () => {
    untilReact.abort();
    return sending;
  });
  sendRemembered(form);
}
