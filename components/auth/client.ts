import { type AuthError, createClient, isAuthRetryableFetchError, type SupabaseClient } from "@supabase/supabase-js";
import { embeddedPublishableKey } from "../../server/contract/embedded.ts";
import { authWords } from "../copy/en/auth.ts";
import { toast } from "../ui/toast/toast.ts";
import { isLink, linkToken, withoutLink } from "./link.ts";
import { storageKey } from "./session.ts";
import { setSignedInUser } from "./store.ts";
import { userName } from "./userName.ts";

const words = authWords.link;

let client: Promise<SupabaseClient> | undefined;

/** The one client of the page. The first call takes up a sign-in link in the address, or the stored session. */
export function connect(): Promise<SupabaseClient> {
  client ??= open();
  return client;
}

async function open(): Promise<SupabaseClient> {
  const arrival = location.href;
  const supabase = createClient(
    import.meta.env.PUBLIC_SUPABASE_URL || location.origin,
    import.meta.env.PUBLIC_SUPABASE_KEY || embeddedPublishableKey,
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
