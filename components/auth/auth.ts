import {
  AuthInvalidCredentialsError,
  type AuthResponse,
  type AuthTokenResponsePassword,
  isAuthApiError,
  type Session,
} from "@supabase/supabase-js";
import { connect } from "./client.ts";
import { storageKey } from "./session.ts";
import { setSignedInUser } from "./store.ts";
import { userName } from "./userName.ts";

export { loadBetaAccess } from "./betaAccess.ts";

/** How long the backend has to end a session before it is ended in this browser alone, in milliseconds. */
export const signOutLimit = 5_000;

/** What one signs in with: a password, and one of the other two. */
export interface Credentials {
  email?: string;
  phone?: string;
  password?: string;
}

/** Creates an account; `name` goes into the user's metadata. Errors are returned, not thrown. */
export async function signUp(credentials: Credentials, name: string, captchaToken?: string): Promise<AuthResponse> {
  const { auth } = await connect();
  const complete = completed(credentials);
  return complete
    ? auth.signUp({ ...complete, options: { data: { name }, ...(captchaToken && { captchaToken }) } })
    : incomplete();
}

/** Signs in with a password. Errors are returned, not thrown. */
export async function signIn(credentials: Credentials): Promise<AuthTokenResponsePassword> {
  const { auth } = await connect();
  const complete = completed(credentials);
  return complete ? auth.signInWithPassword(complete) : incomplete();
}

/** The session, refreshed if it was about to expire; null when no one is signed in. */
export async function getSession(): Promise<Session | null> {
  const { auth } = await connect();
  const { data } = await auth.getSession();
  return data.session;
}

/**
 * Ends the session in every browser. Where the backend does not say so within {@link signOutLimit} (no network, say) it is
 * at least forgotten here, in this tab and, by the storage event, in the others.
 */
export async function signOut(): Promise<void> {
  const { auth } = await connect();
  const late = new Promise<{ error: true }>((resolve) => {
    setTimeout(() => resolve({ error: true }), signOutLimit);
  });
  const { error } = await Promise.race([auth.signOut(), late]);
  if (!error) return;
  localStorage.removeItem(storageKey);
  setSignedInUser(null);
}

/** Brings the page in line with the stored session, and that with the backend: one that was revoked is dropped. */
export async function restore(): Promise<void> {
  const session = await getSession();
  setSignedInUser(session && userName(session));
  if (session) void dropIfRevoked();
}

async function dropIfRevoked(): Promise<void> {
  const { auth } = await connect();
  const { error } = await auth.getUser();
  // A session the backend no longer knows is dropped by getUser itself; this is for a token it no longer accepts.
  if (isAuthApiError(error) && [401, 403, 404].includes(error.status)) await auth.signOut({ scope: "local" });
}

function completed({ email, phone, password }: Credentials) {
  if (!password) return undefined;
  if (email) return { email, password };
  return phone ? { phone, password } : undefined;
}

function incomplete() {
  // The library's own words for no address at all (requirements 5); an empty password it would send.
  const error = new AuthInvalidCredentialsError("You must provide either an email or phone number and a password");
  return { data: { user: null, session: null }, error };
}
