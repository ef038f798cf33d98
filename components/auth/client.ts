import type { AuthError, SupabaseClient } from "@supabase/supabase-js";
import { authWords } from "../copy/en/auth.ts";
import { toast } from "../ui/toast/toast.ts";
import { supabaseKey, supabaseUrl } from "./backend.ts";
import { isLink, linkToken, withoutLink } from "./link.ts";
import { storageKey } from "./session.ts";
import { setSignedInUser } from "./store.ts";
import { userName } from "./userName.ts";

const words = authWords.link;

let client: Promise<SupabaseClient> | undefined;

/**
 * The one client of the page. Its library comes to the browser with the first call (docs/decisions/0103), which takes up a
 * sign-in link in the address, or the stored session.
 * @throws when the library cannot be fetched; the next call tries again.
 */
export function connect(): Promise<SupabaseClient> {
  client ??= open().catch((error: unknown) => {
    client = undefined;
    throw error;
  });
  return client;
}

async function open(): Promise<SupabaseClient> {
  const arrival = location.href;
  const { createClient, isAuthRetryableFetchError } = await import("./supabase.ts");
  const supabase = createClient(
    supabaseUrl(),
    supabaseKey,
    // A link in a mail may be opened in another browser than the one that asked for it, which rules out "pkce".
    { auth: { storageKey, flowType: "implicit" } },
  );
  supabase.auth.onAuthStateChange((_event, session) => {
    setSignedInUser(session && userName(session));
  });
  if (!isLink(location)) {
    await supabase.auth.initialize();
    return supabase;
  }
  // The client has read the link by now. It would take it out of the address as well, but leave it in the history.
  history.replaceState(history.state, "", withoutLink(arrival));
  const error = await followLink(supabase, new URL(arrival));
  const late = error?.status === 429;
  if (late || isAuthRetryableFetchError(error)) {
    // The link works once and has not been used up: a reload tries it again.
    history.replaceState(history.state, "", arrival);
    toast("destructive", { title: words.title, text: late ? words.limited : words.lost });
  } else if (error) {
    toast("destructive", { title: words.title, text: words.spent });
  }
  return supabase;
}

async function followLink({ auth }: SupabaseClient, arrival: URL): Promise<AuthError | null> {
  const { error } = await auth.initialize();
  const token = linkToken(arrival);
  if (token) return (await auth.verifyOtp(token)).error;
  const code = arrival.searchParams.get("code");
  return code ? (await auth.exchangeCodeForSession(code)).error : error;
}
