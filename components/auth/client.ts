import { createClient, type Session } from "@supabase/supabase-js";
import { supabaseKey, supabaseUrl, timeout } from "../backend.ts";
import { recall, remember } from "../storage.ts";
import { storageKey } from "./session.ts";
import { setSignedInUser } from "./user.ts";

let wait: string | null = null;

/** `Retry-After` of the last answer that had one, as the errors of supabase-js do not include it. */
export const lastWait = (): string | null => wait;

/**
 * Removes `expires_at`, which is a time of the backend's clock; the library then adds `expires_in` to the visitor's time. With a
 * visitor's clock that is hours ahead, every new session would seem expired, and would be refreshed until the backend ends it.
 */
const withoutExpiry = (answer: Response): Response =>
  Object.assign(answer, {
    json: async (): Promise<unknown> =>
      JSON.parse(await answer.text(), (key, value: unknown) => (key === "expires_at" ? undefined : value)),
  });

/** GoTrue answers with these to too many refreshes, of one session or from one network. They do not mean that the session is over. */
const passing = new Set([409, 429]);

/**
 * Forgets the session whose refresh was refused, so that the library drops it (requirements 4); otherwise it keeps the session as long as
 * the access token has time left. A newer session that another tab has stored stays.
 */
function forgetRefused(body: unknown): void {
  const { refresh_token }: Record<string, unknown> = JSON.parse(String(body));
  if (recall(storageKey)?.includes(JSON.stringify(refresh_token))) remember(storageKey, null);
}

/**
 * `fetch` for supabase-js, with a time limit. A refresh has none: if the page gave up on one that the service then does, the session would
 * end. An error that must not end the session becomes a 503, which the library tries again: one that is not JSON, and so comes from a
 * proxy or a firewall, and any failure of the service, as the library does not know all of its statuses (540: a paused project).
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
 * Shows who is signed in according to the library. While the service does not answer, the library has no session, but the stored one
 * is still there, and the user stays signed in (requirements 4).
 */
export function showWhoseSession(session: Session | null): void {
  if (session) setSignedInUser(session.user.email || session.user.phone || "");
  else if (recall(storageKey) === null) setSignedInUser(null);
}

// Whatever the event is (signed in or out, refreshed, updated, initial session), only the signed-in user matters.
supabase.auth.onAuthStateChange((_event, session) => showWhoseSession(session));
