import type { Session } from "@supabase/supabase-js";
import { ask } from "./backend.ts";
import { connect, showWhoseSession } from "./client.ts";
import { isLink } from "./link.ts";
import { storageKey } from "./session.ts";
import { sessionStore } from "./sessionStore.ts";
import { setSignedInUser } from "./store.ts";
import { storedSession } from "./storedSession.ts";

/** How long to wait for the backend to end a session before it is ended in this browser only, in milliseconds. */
export const signOutLimit = 5_000;

let renewal: ReturnType<typeof setTimeout> | undefined;

/** The session, refreshed if it was about to expire; null when no one is signed in. */
export async function getSession(): Promise<Session | null> {
  const { auth } = await connect();
  const { data } = await auth.getSession();
  return data.session;
}

/**
 * Ends the session in all browsers. If the backend does not confirm it within {@link signOutLimit}, for example without a network,
 * it is at least forgotten in this browser: in this tab and, by the storage event, in the others.
 */
export async function signOut(): Promise<void> {
  const late = new Promise<boolean>((resolve) => {
    setTimeout(() => resolve(false), signOutLimit);
  });
  const ended = connect()
    .then(({ auth }) => auth.signOut())
    .then(({ error }) => !error)
    .catch(() => false);
  if (!(await Promise.race([ended, late]))) forget();
}

/**
 * Shows who is signed in according to the stored session, and drops a session that was revoked in the backend. A session that
 * is still valid for a while is used as it is; the library is fetched only for a link or a session that needs a refresh.
 */
export async function restore(): Promise<void> {
  clearTimeout(renewal);
  if (isLink(location)) {
    const { followSignInLink } = await import("./mailedLink.ts");
    await followSignInLink(location.href);
  }
  const stored = storedSession();
  if (stored) {
    setSignedInUser(stored.user);
    renewal = setTimeout(() => void restore().catch(() => undefined), stored.left);
    void dropIfRevoked(stored.accessToken).catch(() => undefined);
    return;
  }
  if (sessionStore.getItem(storageKey) === null) return setSignedInUser(null);
  const session = await getSession();
  showWhoseSession(session);
  if (session) void dropIfRevoked(session.access_token).catch(() => undefined);
}

/** Drops a session that the auth service says is revoked. A lost connection, or another server's answer, says nothing about it. */
async function dropIfRevoked(accessToken: string): Promise<void> {
  const response = await ask("/auth/v1/user", accessToken);
  if (![401, 403, 404].includes(response.status)) return;
  // Throws for anything but JSON, such as a proxy's error page.
  const { error_code }: { error_code?: unknown } = await response.json();
  // Another tab may have refreshed the session meanwhile.
  const stored = storedSession();
  if (stored && stored.accessToken !== accessToken) return;
  if (error_code === "bad_jwt") {
    // It may only have expired: the visitor's clock may be slow.
    const { auth } = await connect();
    const { error } = await auth.refreshSession();
    if (error?.status !== 400) return;
  }
  forget();
}

function forget(): void {
  clearTimeout(renewal);
  sessionStore.removeItem(storageKey);
  setSignedInUser(null);
}
