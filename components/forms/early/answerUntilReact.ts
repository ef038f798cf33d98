import { liveMark, sentMark } from "../../hydration/marks.ts";
import type { Answer } from "../backend/postForm.ts";
import { failures, followBox } from "../captcha/altcha/followBox.ts";
import { verificationOf } from "../captcha/altcha/verification.ts";
import type { FormDefinition } from "../submission/definition.ts";
import { sendForm } from "../submission/sendForm.ts";
import { sendRemembered } from "../submission/sendRemembered.ts";
import { letTakeOver } from "../submission/takeOver.ts";
import { tidyAddresses } from "../submission/tidyAddresses.ts";
import { missReact } from "./missReact.ts";
import { showSubmitting } from "./showSubmitting.ts";
import { speakBelow } from "./speakBelow.ts";

/**
 * Makes a pre-rendered form work before React (docs/decisions/0188): its box starts the captcha's work, and a valid and ticked form is
 * sent. Any other is remembered as sent, so that React says what is missing. If React cannot be fetched, a line below the form
 * says so, and tells the result of what was sent (docs/decisions/0187).
 */
export function answerUntilReact(island: HTMLElement, definition: FormDefinition): void {
  const form = island.querySelector("form");
  const box = form?.querySelector<HTMLInputElement>(`#${definition.name}-captcha`);
  const button = form?.querySelector<HTMLButtonElement>("[type=submit]");
  if (!form || !box || !button || form.hasAttribute(liveMark)) return;
  const verification = verificationOf(box.id);
  const untilReact = new AbortController();
  const { signal } = untilReact;
  const speech = speakBelow(form, definition, signal);
  let answer: Promise<Answer | undefined> | undefined;
  let waiting = false;

  const remember = (event: Event) => {
    event.preventDefault();
    if (!answer) void waitForReact();
  };
  // React shows the messages.
  const waitForReact = async () => {
    island.setAttribute(sentMark, "");
    if (waiting) return;
    waiting = true;
    await missReact(island);
    waiting = false;
    if (!signal.aborted && island.hasAttribute(sentMark)) speech.missing(box, failures.has(verification.state));
  };
  const submit = (event: Event) => {
    if (answer || !box.checked) return remember(event);
    event.preventDefault();
    island.removeAttribute(sentMark);
    answer = sendForm(definition, form, verification.token());
    showSubmitting(form, definition, true);
    void follow(answer);
  };
  const follow = async (sent: Promise<Answer | undefined>) => {
    const received = await sent.catch((): Answer => ({ kind: "lost" }));
    if (received) await missReact(island);
    if (signal.aborted) return;
    if (received) speech.answered(received);
    if (received?.kind === "accepted") return;
    answer = undefined;
    showSubmitting(form, definition, false);
    if (received?.kind === "lost") verification.renew();
    else if (received) {
      box.checked = false;
      verification.reset();
    }
    // Otherwise the captcha failed and says so: its box can be ticked again.
    else void waitForReact();
  };
  // Like React's version, as a select cannot be read-only.
  const hold = (event: Event) => {
    const moves = event instanceof KeyboardEvent && event.key === "Tab";
    if (answer && event.target instanceof HTMLSelectElement && !moves) event.preventDefault();
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
    return answer;
  });
  sendRemembered(form);
}
