import type { Session, SupabaseClient } from "@supabase/supabase-js";
import { supabaseKey, supabaseUrl } from "./backend.ts";
import { withoutLink } from "./link.ts";
import { persistentFetch } from "./persistentFetch.ts";
import { storageKey } from "./session.ts";
import { sessionStore } from "./sessionStore.ts";
import { setSignedInUser } from "./store.ts";
import { userName } from "./userName.ts";

let client: Promise<SupabaseClient> | undefined;

/**
 * The page's only client. The first call fetches the library (docs/decisions/0103), which uses the stored session, or the one in the
 * address if the call says so.
 * @throws if the library cannot be fetched; the next call tries again.
 */
export function connect(byLink = false): Promise<SupabaseClient> {
  client ??= open(byLink).catch((error: unknown) => {
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

async function open(byLink: boolean): Promise<SupabaseClient> {
  const { createClient } = await import("./supabase.ts");
  const supabase = createClient(supabaseUrl(), supabaseKey, {
    // A link in a mail may be opened in another browser than the one that asked for it, which rules out "pkce".
    auth: { storageKey, storage: sessionStore, flowType: "implicit", detectSessionInUrl: byLink },
    global: { fetch: persistentFetch },
  });
  // The client has read the address by now. It would remove the session from the address too, but not from the history.
  if (byLink) history.replaceState(history.state, "", withoutLink(location.href));
  // Whatever the event is (signed in or out, refreshed, updated, initial session), only who is signed in matters.
  supabase.auth.onAuthStateChange((_event, session) => showWhoseSession(session));
  await supabase.auth.initialize();
  return supabase;
}
