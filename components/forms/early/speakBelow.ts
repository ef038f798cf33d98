import { captchaWords } from "../../copy/en/forms.ts";
import type { Answer } from "../backend/postForm.ts";
import { isControl } from "../submission/controls.ts";
import type { FormDefinition } from "../submission/definition.ts";
import { explain } from "../submission/explain.ts";
import { problemOf } from "../submission/problemOf.ts";
import { takeFocus } from "../submission/takeFocus.ts";

/** Messages of a form without React. */
interface Speech {
  /** The result of the form; if it was stored, this replaces the form. */
  answered(answer: Answer): void;
  /** What prevents the form from being sent: an invalid field, or the missing tick, unless the captcha says that it `failed`. */
  missing(box: HTMLInputElement, failed: boolean): void;
}

/**
 * Shows the messages of a form whose React code is missing, in a line below it or in its place. The line is removed when `signal`
 * aborts because React has loaded after all.
 */
export function speakBelow(
  form: HTMLFormElement,
  { fields, words, onEmptied }: FormDefinition,
  signal: AbortSignal,
): Speech {
  // Outside the element that React hydrates, which must contain only what was pre-rendered.
  const island = form.closest("[data-island]") ?? form;
  const card = island.parentElement ?? document.body;
  const line = document.createElement("p");
  signal.addEventListener("abort", () => {
    if (island.isConnected) line.remove();
    else line.replaceWith(island);
  });

  function say(role: "alert" | "status", textContent: string): void {
    const className = role === "alert" ? "mt-4 font-semibold text-danger" : "font-semibold";
    Object.assign(line, { role, className, textContent, tabIndex: -1 });
    if (role === "alert") {
      island.after(line);
      line.scrollIntoView({ block: "nearest" });
    } else {
      // Together with the island, later messages beside it are hidden too: that React could not be fetched.
      island.replaceWith(line);
      takeFocus(line, card);
    }
  }

  /** Empties the form until React takes over and shows to whom it writes: Firefox would fill it in again after a reload. */
  function empty(): void {
    const sent = [...form.elements].filter(isControl).map((control) => ({ control, value: control.value }));
    form.reset();
    onEmptied?.();
    signal.addEventListener("abort", () => {
      for (const { control, value } of sent) control.value = value;
    });
  }

  return {
    answered(answer) {
      if (answer.kind === "accepted") {
        empty();
        // The message is obsolete, and so is the one that React is late or could not be fetched.
        for (const said of card.querySelectorAll(":scope > p[role]")) said.remove();
        say("status", `${words.done.title} ${words.stored.text}`);
      } else {
        const [refused] = answer.kind === "refused" ? Object.values(answer.errors) : [];
        say("alert", refused ?? explain(answer, words.failed).text);
      }
    },
    missing(box, failed) {
      const control = [...form.elements].filter(isControl).find(({ validity }) => !validity.valid);
      const field = fields.find(({ name }) => name === control?.name);
      takeFocus(control ?? box, form);
      if (!control && failed) line.remove();
      else say("alert", (control && field && problemOf(field, control.value)) || captchaWords.missing);
    },
  };
}
