import { createClient, type Session } from "@supabase/supabase-js";
import { supabaseKey, supabaseUrl, timeout } from "../backend.ts";
import { recall, remember } from "../storage.ts";
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

/** What GoTrue answers to too many refreshes, of one session at a time or of a network: neither says anything about the session. */
const passing = new Set([409, 429]);

/**
 * Forgets the session whose refresh was refused, so that the library drops it (requirements 4). It would keep the session while its access
 * token has time left. Another tab may have stored a newer one, which stays.
 */
function forgetRefused(body: unknown): void {
  const { refresh_token }: Record<string, unknown> = JSON.parse(String(body));
  if (recall(storageKey)?.includes(JSON.stringify(refresh_token))) remember(storageKey, null);
}

/**
 * `fetch` for supabase-js, which gives up waiting for an answer. A refresh is left to the library: a session whose refresh was given up,
 * but done, would end. The service refuses in JSON; anything else is the page of a proxy or a firewall, which ends no session, and neither
 * does a service that fails, of whose statuses the library does not know all (540 is a paused project's).
 */
const patientFetch: typeof fetch = async (input, init) => {
  const url = String(input);
  const refreshes = url.includes("grant_type=refresh_token");
  const answer = await fetch(input, refreshes ? init : { ...init, signal: AbortSignal.timeout(timeout) });
  wait = answer.headers.get("retry-after") ?? wait;
  if (answer.ok) return withoutExpiry(answer);
  const isForeign = !answer.headers.get("content-type")?.includes("json");
  const isFailing = answer.status >= 500 && url.includes("/auth/");
  if (isForeign || isFailing || (refreshes && passing.has(answer.status))) return new Response(null, { status: 503 });
  if (refreshes) forgetRefused(init?.body);
  return answer;
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

// Whatever the event is (signed in or out, refreshed, updated, initial session), only the signed-in user matters.
supabase.auth.onAuthStateChange((_event, session) => showWhoseSession(session));
