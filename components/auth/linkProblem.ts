import type { AuthError } from "@supabase/supabase-js";
import { signInWords } from "../copy/en/signIn.ts";
import { waitInWords } from "../forms/backend/waitInWords.ts";
import { openLinkDialog } from "../mailLinks/linkDialog.ts";
import { askedHere } from "./askedHere.ts";
import { openSignIn } from "./openDialogs.ts";
import { lastWait } from "./persistentFetch.ts";

const words = signInWords.link;

/** What supabase-js calls an error without an answer, or with one of a service that is down. */
export const unanswered = "AuthRetryableFetchError";

/**
 * Says why the link of `arrival` did not sign in. One that could not be tried stays in the address, for a reload to try it
 * again; in place of one that is spent a new one is sent in one press, where this browser knows to whom.
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
