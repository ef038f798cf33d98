import { signInWords } from "../copy/en/signIn.ts";
import { openLinkDialog } from "../mailLinks/linkDialog.ts";
import { askedHere, forgetAsked } from "./askedHere.ts";
import { spendLink } from "./client.ts";
import { isInField } from "./isInField.ts";
import { type LinkToken, withoutLink } from "./link.ts";
import { showLinkProblem, unanswered } from "./linkProblem.ts";
import { openNewPassword } from "./openDialogs.ts";
import { goToWelcome } from "./welcome.ts";

const words = signInWords.link;

/**
 * Removes the token of a mailed link from the address and signs in with it: at once in the browser that requested it, in others at
 * the press of a button, because mail scanners follow links and run scripts (docs/decisions/0159). Resolves when the user is signed
 * in or the button is shown.
 */
export async function followMailedLink(arrival: string, token: LinkToken): Promise<void> {
  history.replaceState(history.state, "", withoutLink(arrival));
  if (askedHere()) return signInBy(arrival, token);
  const { show, close } = openLinkDialog();
  const onAction = () => {
    show(words.busy);
    void signInBy(arrival, token)
      .finally(close)
      .then(() => isInField() || goToWelcome());
  };
  show({ ...words.ask[token.type], onAction });
}

async function signInBy(arrival: string, token: LinkToken): Promise<void> {
  const { data, error } = await spendLink(token).catch(() => ({
    data: { user: null },
    error: { name: unanswered, status: 0 },
  }));
  if (error) return showLinkProblem(arrival, error);
  const asked = askedHere();
  forgetAsked();
  // The password with which the account was created does not count (docs/decisions/0061).
  const first = token.type === "signup" || token.type === "email";
  if (!first || data.user?.user_metadata["chose_password"] !== true) return;
  // Somebody else may have signed up in this browser since.
  void openNewPassword("first", asked?.email === data.user.email ? asked?.name : undefined);
}
