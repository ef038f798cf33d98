import { signInWords } from "../copy/en/signIn.ts";
import { openLinkDialog } from "../mailLinks/linkDialog.ts";
import { getSession } from "./auth.ts";
import { connect, showWhoseSession } from "./client.ts";
import { withoutLink } from "./link.ts";
import { showLinkProblem } from "./linkProblem.ts";
import { openNewPassword } from "./openDialogs.ts";
import { storageKey } from "./session.ts";
import { sessionStore } from "./sessionStore.ts";

/** State of the history's entry with a link to which the visitor has agreed. No other site can set it, and another link has none. */
const agreed = "change account";

/** The address that was tried last: the library tries one once, and only a reload can again. */
let tried = "";

/**
 * Signs in with the session that the auth service has put into an address, or says why there is none. Asks first where somebody else is
 * signed in: anybody can make such a link, to an account of their own (docs/decisions/0213).
 * @throws if the library cannot be fetched.
 */
export async function useAddressSession(arrival: string): Promise<void> {
  const { searchParams, hash } = new URL(arrival);
  // Where there are several, the library chooses.
  const parts = [searchParams, new URLSearchParams(hash.slice(1))];
  const given = parts.flatMap((part) => part.getAll("access_token"));
  const holder = storedUser();
  const another = holder !== undefined && given.some((token) => userOf(token) !== holder);
  if (another && history.state !== agreed) return askToChange(arrival);
  if (arrival === tried) return;
  const { auth } = await connect(true);
  tried = arrival;
  const { error } = await auth.initialize();
  if (error) return showLinkProblem(arrival, error);
  showWhoseSession(await getSession());
  if (given.length > 0 && parts.some((part) => part.get("type") === "recovery")) void openNewPassword("recovery");
}

/** Takes the session out of the address, and back for a reload when the visitor agrees. The stored one stays until that has succeeded. */
function askToChange(arrival: string): void {
  history.replaceState(history.state, "", withoutLink(arrival));
  const onAction = () => {
    history.replaceState(agreed, "", arrival);
    location.reload();
  };
  openLinkDialog().show({ ...signInWords.link.change, onAction });
}

/** The id of whose session is stored, even if it has expired; undefined if there is none. */
function storedUser(): unknown {
  try {
    const { user }: { user: { id: unknown } } = JSON.parse(sessionStore.getItem(storageKey) ?? "");
    return user.id;
  } catch {
    return undefined;
  }
}

/** The id of the user for whom an access token was issued, unverified; undefined if it cannot be read. */
function userOf(token: string): unknown {
  try {
    const [, payload = ""] = token.replaceAll("-", "+").replaceAll("_", "/").split(".");
    const { sub }: { sub: unknown } = JSON.parse(atob(payload));
    return sub;
  } catch {
    return undefined;
  }
}
