import type { AuthError } from "@supabase/supabase-js";
import { signInWords } from "../copy/en/signIn.ts";
import { waitInWords } from "../forms/backend/waitInWords.ts";
import { openLinkDialog } from "../mailLinks/linkDialog.ts";
import { askedHere } from "./askedHere.ts";
import { openSignIn } from "./openDialogs.ts";
import { lastWait } from "./persistentFetch.ts";

const words = signInWords.link;

/** Name of supabase-js's error for a missing answer, or that of an unavailable service. */
export const unanswered = "AuthRetryableFetchError";

/**
 * Says why the link in `arrival` did not sign in. A link that could not be tried stays in the address, so that a reload tries it
 * again. A spent link can be replaced with one press, if this browser knows whose it was.
 */
export function showLinkProblem(arrival: string, { name, status }: Pick<AuthError, "name" | "status">): void {
  const { show, close } = openLinkDialog();
  const limited = status === 429;
  if (limited || name === unanswered) {
    history.replaceState(history.state, "", arrival);
    const view = limited ? words.limited(waitInWords(lastWait())) : words.lost;
    show({ ...view, onAction: () => location.reload() });
    return;
  }
  const asked = askedHere();
  show({ ...words.spent, onAction: () => void openSignIn(asked && { send: asked.email }).then(close) });
}
