import type { AuthError } from "@supabase/supabase-js";
import { signInWords } from "../copy/en/signIn.ts";
import { waitInWords } from "../forms/backend/waitInWords.ts";
import { type LinkDialog, openLinkDialog } from "../mailLinks/linkDialog.ts";
import { askedHere } from "./askedHere.ts";
import { openSignIn } from "./openDialogs.ts";
import { lastWait } from "./persistentFetch.ts";
import { signedInUser, subscribe } from "./store.ts";

const words = signInWords.link;

/** Name of supabase-js's error for a missing answer, or that of an unavailable service. */
export const unanswered = "AuthRetryableFetchError";

/**
 * Says why the link in `arrival` did not sign in. A link that could not be tried stays in the address, so that a reload tries it
 * again. A spent link can be replaced with one press, if this browser knows whose it was. If there was `nobody` in this browser before,
 * the message goes once there is.
 */
export function showLinkProblem(
  arrival: string,
  { name, status }: Pick<AuthError, "name" | "status">,
  nobody = false,
): void {
  const dialog = openLinkDialog();
  const { show, close } = dialog;
  const limited = status === 429;
  if (limited || name === unanswered) {
    history.replaceState(history.state, "", arrival);
    const view = limited ? words.limited(waitInWords(lastWait())) : words.lost;
    show({ ...view, onAction: () => location.reload() });
    return;
  }
  const asked = askedHere();
  show({ ...words.spent, onAction: () => void openSignIn(asked && { send: asked.email }).then(close) });
  if (nobody) closeOnceSignedIn(dialog);
}

/**
 * Closes a sign-in link's dialog when somebody is signed in, by whichever tab: a double click opens a link in two, of which one signs in
 * and the other would say that nobody is.
 */
export function closeOnceSignedIn({ close, closed }: LinkDialog): void {
  const look = () => signedInUser() !== null && close();
  closed.addEventListener("abort", subscribe(look));
  look();
}
