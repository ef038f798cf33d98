import { createClient, type Session } from "@supabase/supabase-js";
import { supabaseKey, supabaseUrl, timeout } from "../backend.ts";
import { recall } from "../storage.ts";
import { storageKey } from "./session.ts";
import { setSignedInUser } from "./user.ts";

let wait: string | null = null;

/** `Retry-After` of the last answer that had one, as the errors of supabase-js do not include it. */
export const lastWait = (): string | null => wait;

/**
 * Leaves out when a session expires by the backend's clock, in place of which the library puts `expires_in` from now. By a visitor's
 * clock that is hours ahead, every new session would have expired, and be refreshed twice in half a minute until the backend ends it.
 */
const withoutExpiry = (answer: Response): Response =>
  Object.assign(answer, {
    json: async (): Promise<unknown> =>
      JSON.parse(await answer.text(), (key, value: unknown) => (key === "expires_at" ? undefined : value)),
  });

/**
 * `fetch` for supabase-js, which gives up waiting for an answer. A refresh is left to the library: a session whose refresh was given up,
 * but done, would end. The service refuses in JSON; anything else is the page of a proxy or a firewall, which ends no session, and
 * neither does the limit that hosted projects put on the refreshes of a network.
 */
const patientFetch: typeof fetch = async (input, init) => {
  const refreshes = String(input).includes("grant_type=refresh_token");
  const answer = await fetch(input, refreshes ? init : { ...init, signal: AbortSignal.timeout(timeout) });
  wait = answer.headers.get("retry-after") ?? wait;
  const isForeign = !answer.ok && !answer.headers.get("content-type")?.includes("json");
  const isLimited = refreshes && answer.status === 429;
  return isForeign || isLimited ? new Response(null, { status: 503 }) : withoutExpiry(answer);
};

/** The page's only client. It refreshes the stored session when it is about to expire, and knows of other tabs. */
export const supabase = createClient(supabaseUrl(), supabaseKey, {
  // A link in a mail may be opened in another browser than the one that asked for it, which rules out "pkce".
  auth: { storageKey, flowType: "implicit", detectSessionInUrl: false },
  global: { fetch: patientFetch },
});

/**
 * Shows who is signed in according to the library. The library has no session either while it cannot be refreshed because the
 * service does not answer; as it is still stored then, the user stays signed in (requirements 4).
 */
export function showWhoseSession(session: Session | null): void {
  if (session) setSignedInUser(session.user.email || session.user.phone || "");
  else if (recall(storageKey) === null) setSignedInUser(null);
}

// Whatever the event is (signed in or out, refreshed, updated, initial session), only who is signed in matters.
supabase.auth.onAuthStateChange((_event, session) => showWhoseSession(session));
