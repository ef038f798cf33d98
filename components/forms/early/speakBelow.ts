import { captchaWords } from "../../copy/en/forms.ts";
import type { Answer } from "../backend/postForm.ts";
import { isControl } from "../submission/controls.ts";
import type { FormDefinition } from "../submission/definition.ts";
import { explain } from "../submission/explain.ts";
import { problemOf } from "../submission/problemOf.ts";
import { takeFocus } from "../submission/takeFocus.ts";

/** What a form without React says. */
interface Speech {
  /** What became of the form; one that was stored gives its place to that. */
  answered(answer: Answer): void;
  /** What keeps the form from being sent: a field that is wrong, or the tick. */
  missing(box: HTMLInputElement): void;
}

/**
 * Speaks for a form whose React does not come, in a line below it, or in its place. The line goes when `signal` aborts: React
 * came after all.
 */
export function speakBelow(form: HTMLFormElement, { fields, words }: FormDefinition, signal: AbortSignal): Speech {
  // Beside what React takes over, where it expects what was pre-rendered and nothing else.
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
      // With the island what is said beside it from now on goes, too: that React could not be fetched after all.
      island.replaceWith(line);
      takeFocus(line, card);
    }
  }

  return {
    answered(answer) {
      if (answer.kind === "accepted") {
        // What was said matters no more, nor that React is late or could not be fetched.
        for (const said of card.querySelectorAll(":scope > p[role]")) said.remove();
        say("status", `${words.done.title} ${words.stored.text}`);
      } else {
        const [refused] = answer.kind === "refused" ? Object.values(answer.errors) : [];
        say("alert", refused ?? explain(answer, words.failed).text);
      }
    },
    missing(box) {
      const control = [...form.elements].filter(isControl).find(({ validity }) => !validity.valid);
      const field = fields.find(({ name }) => name === control?.name);
      takeFocus(control ?? box, form);
      say("alert", (control && field && problemOf(field, control.value)) || captchaWords.missing);
    },
  };
}
