import { signInWords } from "../copy/en/signIn.ts";
import { openLinkDialog } from "../mailLinks/linkDialog.ts";
import { askedHere, forgetAsked } from "./askedHere.ts";
import { getSession } from "./auth.ts";
import { spendLink } from "./client.ts";
import { followedHere, rememberFollowed } from "./followedHere.ts";
import { isInField } from "./isInField.ts";
import { type LinkToken, withoutLink } from "./link.ts";
import { closeOnceSignedIn, showLinkProblem, unanswered } from "./linkProblem.ts";
import { openNewPassword } from "./openDialogs.ts";
import { storageKey } from "./session.ts";
import { sessionStore } from "./sessionStore.ts";
import { goToWelcome } from "./welcome.ts";

const words = signInWords.link;

/**
 * Removes the token of a mailed link from the address and signs in with it: at once in the browser that requested it, in others at
 * the press of a button, because mail scanners follow links and run scripts (docs/decisions/0159). Resolves when the user is signed
 * in or the button is shown.
 */
export async function followMailedLink(arrival: string, token: LinkToken): Promise<void> {
  history.replaceState(history.state, "", withoutLink(arrival));
  const nobody = sessionStore.getItem(storageKey) === null;
  // Followed again, also by the slow second tab of a double click.
  const again = await isStillIn(token).catch(() => undefined);
  if (again === undefined) return showLinkProblem(arrival, untried, nobody);
  if (again) {
    if (token.type === "recovery") void openNewPassword("recovery");
    return;
  }
  if (askedHere()) return signInBy(arrival, token, nobody);
  const dialog = openLinkDialog();
  const { show, close } = dialog;
  const onAction = () => {
    show(words.busy);
    void signInBy(arrival, token, nobody)
      .finally(close)
      .then(() => isInField() || goToWelcome());
  };
  show({ ...words.ask[token.type], onAction });
  if (nobody) closeOnceSignedIn(dialog);
}

/** Whether the user whom the link has signed in here still is. @throws if the library cannot be fetched. */
async function isStillIn({ token_hash }: LinkToken): Promise<boolean> {
  const user = followedHere(token_hash);
  return user !== undefined && (await getSession())?.user.id === user;
}

const untried = { name: unanswered, status: 0 };

async function signInBy(arrival: string, token: LinkToken, nobody: boolean): Promise<void> {
  const { data, error } = await spendLink(token).catch(() => ({
    data: { user: null },
    error: untried,
  }));
  if (error) return showLinkProblem(arrival, error, nobody);
  const asked = askedHere();
  forgetAsked();
  if (data.user) rememberFollowed(token.token_hash, data.user.id);
  // The password with which the account was created does not count (docs/decisions/0061).
  const first = token.type === "signup" || token.type === "email";
  if (!first || data.user?.user_metadata["chose_password"] !== true) return;
  // Somebody else may have signed up in this browser since.
  void openNewPassword("first", asked?.email === data.user.email ? asked?.name : undefined);
}
