import { trapName } from "../../../server/contract/limits.ts";
import { formWords } from "../../copy/en/forms.ts";

/**
 * The honeypot field (docs/decisions/0077): above the screen, outside the tab order and the accessibility tree, and marked so that
 * password managers ignore it. Its label is for people who see the page without its styles.
 */
export function TrapField() {
  return (
    <label aria-hidden="true" className="fixed -top-20">
      <span suppressHydrationWarning>{formWords.trap}</span>
      <input name={trapName} tabIndex={-1} autoComplete="off" data-1p-ignore="" data-bwignore="" data-lpignore="true" />
    </label>
  );
}
