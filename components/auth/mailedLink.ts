import { signInWords } from "../copy/en/signIn.ts";
import { openLinkDialog } from "../mailLinks/linkDialog.ts";
import { useAddressSession } from "./addressSession.ts";
import { askedHere, forgetAsked } from "./askedHere.ts";
import { getSession } from "./auth.ts";
import { connect } from "./client.ts";
import { followedHere, rememberFollowed } from "./followedHere.ts";
import { isInField } from "./isInField.ts";
import { withoutLink } from "./link.ts";
import { closeOnceSignedIn, showLinkProblem, unanswered } from "./linkProblem.ts";
import { openNewPassword } from "./openDialogs.ts";
import { storageKey } from "./session.ts";
import { sessionStore } from "./sessionStore.ts";
import { goToWelcome } from "./welcome.ts";

const words = signInWords.link;

/** Kinds of links in our mails. Any other kind counts as the last one: the backend recognises it by its token. */
const kinds = ["signup", "magiclink", "recovery", "email"] as const;

/** The arguments of `verifyOtp` from a mail link. */
interface LinkToken {
  token_hash: string;
  type: (typeof kinds)[number];
}

/** Reads the arguments of `verifyOtp` from a mail link, even if it was cut off before its token; undefined for any other address. */
function linkToken({ hash }: URL): LinkToken | undefined {
  const given = new URLSearchParams(hash.slice(1));
  const token_hash = given.get("token_hash");
  const type = kinds.find((kind) => kind === given.get("type")) ?? "email";
  return token_hash === null ? undefined : { token_hash, type };
}

/**
 * Follows a link that signs in: a mailed one with a token, or what the auth service has put into the address. Resolves when the user is
 * signed in or a dialog is shown.
 * @throws if the library is needed before that and cannot be fetched.
 */
export async function followSignInLink(arrival: string): Promise<void> {
  const token = linkToken(new URL(arrival));
  return token ? followMailedLink(arrival, token) : useAddressSession(arrival);
}

/**
 * Removes the token of a mailed link from the address and signs in with it: at once in the browser that requested it, in others at
 * the press of a button, because mail scanners follow links and run scripts (docs/decisions/0159), and wherever somebody is signed in,
 * because the link may be of another account. Resolves when the user is signed in or the button is shown.
 */
async function followMailedLink(arrival: string, token: LinkToken): Promise<void> {
  history.replaceState(history.state, "", withoutLink(arrival));
  const nobody = sessionStore.getItem(storageKey) === null;
  // Followed again, also by the slow second tab of a double click.
  const again = await isStillIn(token).catch(() => undefined);
  if (again === undefined) return showLinkProblem(arrival, untried, nobody);
  if (again) {
    if (token.type === "recovery") void openNewPassword("recovery");
    return;
  }
  if (nobody && askedHere()) return signInBy(arrival, token, nobody);
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
  const { data, error } = await connect()
    .then(({ auth }) => auth.verifyOtp(token))
    .catch(() => ({ data: { user: null }, error: untried }));
  if (error) return showLinkProblem(arrival, error, nobody);
  const asked = askedHere();
  forgetAsked();
  if (data.user) rememberFollowed(token.token_hash, data.user.id);
  if (token.type === "recovery") return void openNewPassword("recovery");
  // The password with which the account was created does not count (docs/decisions/0061).
  const first = token.type === "signup" || token.type === "email";
  if (!first || data.user?.user_metadata["chose_password"] !== true) return;
  // Somebody else may have signed up in this browser since.
  void openNewPassword("first", asked?.email === data.user.email ? asked?.name : undefined);
}
