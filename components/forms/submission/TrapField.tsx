import { trapName } from "../../../server/contract/limits.ts";
import { formWords } from "../../copy/en/forms.ts";

/**
 * A field for machines (docs/decisions/0077): above the screen, out of the tab order and of what is read aloud, and
 * marked for password managers to leave alone. Its words are for whoever meets it without the page's styles.
 */
export function TrapField() {
  return (
    <label aria-hidden="true" className="fixed -top-20">
      <span suppressHydrationWarning>{formWords.trap}</span>
      <input name={trapName} tabIndex={-1} autoComplete="off" data-1p-ignore="" data-bwignore="" data-lpignore="true" />
    </label>
  );
}
