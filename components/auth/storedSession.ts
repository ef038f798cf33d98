import { storageKey } from "./session.ts";
import { sessionStore } from "./sessionStore.ts";
import { userName } from "./userName.ts";

/** The parts of a session that the page uses. */
export interface StoredSession {
  accessToken: string;
  /** Display name of its user. */
  user: string;
  /** Remaining lifetime of its access token, in milliseconds. */
  left: number;
}

/** The stored value, of which nothing is certain. */
interface Stored {
  access_token?: unknown;
  expires_at?: unknown;
  user: { email?: unknown; phone?: unknown };
}

/** Remaining lifetime below which tokens are refreshed before use, as in supabase-js (its `EXPIRY_MARGIN_MS`). */
const margin = 90_000;

/** Longest time of a timer, in milliseconds (HTML, 8.7); longer timers fire at once. */
const longestTimer = 2 ** 31 - 1;

/** The stored session if its access token can be used as it is; undefined if there is none or the library has to refresh it. */
export function storedSession(): StoredSession | undefined {
  try {
    // Anything else lacks these members, or throws.
    const { access_token, expires_at, user }: Stored = JSON.parse(sessionStore.getItem(storageKey) ?? "");
    if (typeof access_token !== "string") return undefined;
    const left = Number(expires_at) * 1000 - Date.now() - margin;
    return left > 0 && left <= longestTimer ? { accessToken: access_token, user: userName({ user }), left } : undefined;
  } catch {
    return undefined;
  }
}
