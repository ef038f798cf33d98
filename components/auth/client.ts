import type { Session, SupabaseClient } from "@supabase/supabase-js";
import { supabaseKey, supabaseUrl } from "./backend.ts";
import { isLink, type LinkToken, withoutLink } from "./link.ts";
import { openNewPassword } from "./openDialogs.ts";
import { persistentFetch } from "./persistentFetch.ts";
import { storageKey } from "./session.ts";
import { sessionStore } from "./sessionStore.ts";
import { setSignedInUser } from "./store.ts";
import { userName } from "./userName.ts";

let client: Promise<SupabaseClient> | undefined;

/** Whether this page follows a link, as opposed to another tab whose events the library passes on. */
let followsLink = false;

/**
 * The page's only client. The first call fetches the library (docs/decisions/0103), and uses a session in the address or else
 * the stored one.
 * @throws if the library cannot be fetched; the next call tries again.
 */
export function connect(): Promise<SupabaseClient> {
  client ??= open().catch((error: unknown) => {
    client = undefined;
    throw error;
  });
  return client;
}

/**
 * Shows who is signed in according to the library. The library has no session either while it cannot be refreshed because the
 * service does not answer; as it is still stored then, the user stays signed in (requirements 4).
 */
export function showWhoseSession(session: Session | null): void {
  if (session) setSignedInUser(userName(session));
  else if (sessionStore.getItem(storageKey) === null) setSignedInUser(null);
}

/**
 * Signs in with the token of a mailed link. Errors are returned.
 * @throws if the library cannot be fetched.
 */
export async function spendLink(token: LinkToken) {
  const { auth } = await connect();
  followsLink = true;
  try {
    return await auth.verifyOtp(token);
  } finally {
    followsLink = false;
  }
}

async function open(): Promise<SupabaseClient> {
  const arrival = location.href;
  const { createClient } = await import("./supabase.ts");
  followsLink = isLink(location);
  const supabase = createClient(supabaseUrl(), supabaseKey, {
    // A link in a mail may be opened in another browser than the one that asked for it, which rules out "pkce".
    auth: { storageKey, storage: sessionStore, flowType: "implicit" },
    global: { fetch: persistentFetch },
  });
  supabase.auth.onAuthStateChange((event, session) => {
    // Whatever the event is (signed in or out, refreshed, updated, initial session), only who is signed in matters.
    showWhoseSession(session);
    if (event === "PASSWORD_RECOVERY" && followsLink) void openNewPassword("recovery");
  });
  if (!followsLink) {
    await supabase.auth.initialize();
    return supabase;
  }
  // The client has read the address by now. It would remove the session from the address too, but not from the history.
  history.replaceState(history.state, "", withoutLink(arrival));
  const { error } = await supabase.auth.initialize();
  if (error) {
    const { showLinkProblem } = await import("./linkProblem.ts");
    showLinkProblem(arrival, error);
  }
  return supabase;
}
