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

/** Whether this page follows a link, not another tab whose events the library passes on. */
let followsLink = false;

/**
 * The one client of the page. Its library comes to the browser with the first call (docs/decisions/0103), which takes up a
 * session in the address, or the stored one.
 * @throws when the library cannot be fetched; the next call tries again.
 */
export function connect(): Promise<SupabaseClient> {
  client ??= open().catch((error: unknown) => {
    client = undefined;
    throw error;
  });
  return client;
}

/**
 * Says who is signed in by a session of the library's. To that there is none as well while it cannot be refreshed, as no service
 * answers: it is stored yet, and who was signed in stays (requirements 4).
 */
export function showWhoseSession(session: Session | null): void {
  if (session) setSignedInUser(userName(session));
  else if (sessionStore.getItem(storageKey) === null) setSignedInUser(null);
}

/**
 * Spends the token of a mailed link, which signs in. Errors are returned.
 * @throws when the library cannot be fetched.
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
    // Whatever happened (signed in or out, refreshed, updated, a session found at first), only who is signed in matters.
    showWhoseSession(session);
    if (event === "PASSWORD_RECOVERY" && followsLink) void openNewPassword("recovery");
  });
  if (!followsLink) {
    await supabase.auth.initialize();
    return supabase;
  }
  // The client has read the address by now. It would take the session out of it as well, but leave it in the history.
  history.replaceState(history.state, "", withoutLink(arrival));
  const { error } = await supabase.auth.initialize();
  if (error) {
    const { showLinkProblem } = await import("./linkProblem.ts");
    showLinkProblem(arrival, error);
  }
  return supabase;
}
