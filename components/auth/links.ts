import type { AuthError, User } from "@supabase/supabase-js";
import { signInWords } from "../copy/signIn.ts";
import { couldNotLoad } from "../copy/loading.ts";
import { type LinkDialog, openLinkDialog } from "../mailLinks/linkDialog.ts";
import { waitInWords } from "../waitInWords.ts";
import { askedHere, forgetAsked } from "./askedHere.ts";
import { lastWait, supabase } from "./client.ts";
import type * as Dialogs from "./dialogs.tsx";
import { signedInUser, subscribe } from "./user.ts";
import { goToWelcome } from "./WelcomeCard.tsx";

const words = signInWords.link;
const { auth } = supabase;

/** Kinds of links in our mails. Any other kind counts as the last one: the backend recognises it by its token. */
const kinds = ["signup", "magiclink", "recovery", "email"] as const;

/** A link that signs in, and what it takes to do so. */
interface SignInLink {
  type: (typeof kinds)[number];
  use: () => Promise<{ data: { user: User | null }; error: AuthError | null }>;
}

/** Age from which a session in an address may be stale, in seconds (requirements 9). */
const staleAfter = 120;

/** Reads a link: a mailed one with a token, or the session that the auth service has put into an address. Undefined if it has neither. */
function readLink({ search, hash }: URL): SignInLink | undefined {
  const given = new URLSearchParams(`${hash.slice(1)}&${search.slice(1)}`);
  const type = kinds.find((kind) => kind === given.get("type")) ?? "email";
  const token_hash = given.get("token_hash");
  if (token_hash !== null) return { type, use: () => auth.verifyOtp({ token_hash, type }) };
  const [access_token, refresh_token] = [given.get("access_token"), given.get("refresh_token")];
  if (access_token === null || refresh_token === null) return undefined;
  const issuedAt = Number(given.get("expires_at")) - Number(given.get("expires_in"));
  // The library warns in the same way about the addresses that it reads itself.
  if (Date.now() / 1000 - issuedAt >= staleAfter)
    // oxlint-disable-next-line no-console -- for the operator
    console.warn(`The session in the address was issued more than ${staleAfter} s ago, and may be stale.`);
  return { type, use: () => auth.setSession({ access_token, refresh_token }) };
}

/**
 * Follows a sign-in link, whose token the address has lost already, at the press of a button. Mail scanners follow links and run
 * scripts, but press nothing. Anybody can also make a link to their account, which must not replace a visitor's session unasked.
 */
export function followSignInLink(arrival: URL): void {
  const link = readLink(arrival);
  const dialog = openLinkDialog();
  const before = signedInUser();
  if (!link) return showSpent(dialog);

  const follow = async () => {
    dialog.show({ ...words.busy, passing: true });
    const { data, error } = await link.use().catch(() => ({ data: { user: null }, error: unanswered }));
    if (error) return showProblem(dialog, error, () => void follow());
    dialog.close();
    goToWelcome();
    const asked = askedHere();
    forgetAsked();
    if (link.type === "recovery") return openDialogs((code) => code.openNewPassword("recovery"));
    // Nobody knows the password with which the account was created (docs/decisions/0061).
    const first = link.type === "signup" || link.type === "email";
    if (!first || data.user?.user_metadata["chose_password"] !== true) return;
    // Somebody else may have signed up in this browser since.
    const name = asked?.email === data.user.email ? asked?.name : undefined;
    openDialogs((code) => code.openNewPassword("first", name));
  };

  const ask = before === null ? words.ask[link.type] : words.change(before);
  dialog.show({ ...ask, onAction: () => void follow() });
  // A double click opens a link in two tabs, of which one signs in.
  if (before === null)
    dialog.closed.addEventListener(
      "abort",
      subscribe(() => signedInUser() !== null && dialog.close()),
    );
}

const unanswered = { name: "AuthRetryableFetchError", status: 0 };

/** Says why a link did not sign in; one that could not be tried can be tried again. */
function showProblem(
  dialog: LinkDialog,
  { name, status, code }: Pick<AuthError, "name" | "status"> & { code?: string | undefined },
  again: () => void,
): void {
  if (status === 429) dialog.show({ ...words.limited(waitInWords(lastWait())), onAction: again });
  else if (name === unanswered.name) dialog.show({ ...words.lost, onAction: again });
  else if (code === "user_banned") dialog.show({ title: words.spent.title, text: signInWords.errors.blocked });
  else showSpent(dialog);
}

/** A spent link can be replaced with one press, if this browser knows whose it was. */
function showSpent(dialog: LinkDialog): void {
  const asked = askedHere();
  dialog.show({
    ...words.spent,
    onAction: () => {
      dialog.close();
      openDialogs((code) => code.openSignIn(asked && { send: asked.email }));
    },
  });
}

function openDialogs(use: (code: typeof Dialogs) => void): void {
  import("./dialogs.tsx").then(use, () => alert(couldNotLoad));
}
