import { storageKey } from "./session.ts";
import { sessionStore } from "./sessionStore.ts";
import { userName } from "./userName.ts";

/** What the page needs to know of a session. */
export interface StoredSession {
  accessToken: string;
  /** What to call its user. */
  user: string;
  /** How long its access token is good for yet, in milliseconds. */
  left: number;
}

/** What may be stored, by whomever. */
interface Stored {
  access_token?: unknown;
  expires_at?: unknown;
  user: { email?: unknown; phone?: unknown };
}

/** Tokens with less to live are refreshed before they are used, as supabase-js does it (its `EXPIRY_MARGIN_MS`). */
const margin = 90_000;

/** The longest that a timer runs, in milliseconds (HTML, 8.7): one set for longer ends at once, and again and again. */
const longestTimer = 2 ** 31 - 1;

/** The stored session, where its access token can be used as it is; undefined where the library has to look at it, or there is none. */
export function storedSession(): StoredSession | undefined {
  try {
    // What is no session has no such members, or throws.
    const { access_token, expires_at, user }: Stored = JSON.parse(sessionStore.getItem(storageKey) ?? "");
    if (typeof access_token !== "string") return undefined;
    const left = Number(expires_at) * 1000 - Date.now() - margin;
    return left > 0 && left <= longestTimer ? { accessToken: access_token, user: userName({ user }), left } : undefined;
  } catch {
    return undefined;
  }
}
