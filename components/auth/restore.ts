import { remember } from "../storage.ts";
import { showWhoseSession, supabase } from "./client.ts";
import { storageKey } from "./session.ts";
import { setSignedInUser } from "./user.ts";

const { auth } = supabase;

/** How long to wait for the backend to end a session before it is ended in this browser only, in milliseconds. */
export const signOutLimit = 5_000;

/** What the auth service answers if it does not take the access token, or its user was deleted. */
const refusals = new Set<unknown>([401, 403, 404]);

/** Shows who is signed in according to the stored session, which is refreshed if it is about to expire. */
export async function restore(): Promise<void> {
  const { data } = await auth.getSession();
  showWhoseSession(data.session);
  if (data.session) void dropIfEnded();
}

/**
 * Drops a session that was ended elsewhere. A token that is refused may only have expired, as the visitor's clock may be slow: the session
 * is dropped if it cannot be refreshed either. A lost connection says nothing about it.
 */
export async function dropIfEnded(): Promise<void> {
  const { error } = await auth.getUser();
  if (refusals.has(error?.status)) await auth.refreshSession();
}

/**
 * Ends the session in all browsers. If the backend does not confirm it within {@link signOutLimit}, for example without a network,
 * it is at least forgotten in this browser: in this tab and, by the storage event, in the others.
 */
export async function signOut(): Promise<void> {
  const late = new Promise<boolean>((resolve) => {
    setTimeout(() => resolve(false), signOutLimit);
  });
  const signedOut = auth.signOut().then(
    ({ error }) => !error,
    () => false,
  );
  if (await Promise.race([signedOut, late])) return;
  remember(storageKey, null);
  setSignedInUser(null);
}
