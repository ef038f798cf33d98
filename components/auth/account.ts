import type { AuthError, AuthResponse, AuthTokenResponsePassword } from "@supabase/supabase-js";
import { connect } from "./client.ts";

/** What one signs in with: a password, and one of the other two. */
export interface Credentials {
  email?: string;
  phone?: string;
  password?: string;
}

/** Says whether the auth service took a call. */
export interface Outcome {
  error: AuthError | null;
}

/**
 * Creates an account; `name` goes into the user's metadata, and that a password was chosen, which has to be set anew once the
 * address is confirmed (docs/decisions/0061). Errors are returned, not thrown.
 */
export async function signUp(credentials: Credentials, name: string, captchaToken?: string): Promise<AuthResponse> {
  const complete = completed(credentials);
  if (!complete) return incomplete();
  const { auth } = await connect();
  const data = { name, chose_password: true };
  return auth.signUp({ ...complete, options: { data, ...(captchaToken && { captchaToken }) } });
}

/** Signs in with a password. Errors are returned, not thrown. */
export async function signIn(credentials: Credentials): Promise<AuthTokenResponsePassword> {
  const complete = completed(credentials);
  if (!complete) return incomplete();
  const { auth } = await connect();
  return auth.signInWithPassword(complete);
}

/** Has a sign-in link mailed, whether or not there is an account; the answer does not tell. Errors are returned. */
export async function requestLink(email: string): Promise<Outcome> {
  const { auth } = await connect();
  // Never `shouldCreateUser: false`, to which GoTrue answers 422 where there is no account (docs/decisions/0062).
  return auth.signInWithOtp({ email });
}

/** Has a link mailed after which a new password can be set. Errors are returned. */
export async function requestRecovery(email: string): Promise<Outcome> {
  const { auth } = await connect();
  return auth.resetPasswordForEmail(email);
}

/** Sets the password, and the name where one is given, of who is signed in. Errors are returned. */
export async function setPassword(password: string, name: string | undefined): Promise<Outcome> {
  const { auth } = await connect();
  return auth.updateUser({ password, ...(name && { data: { name } }) });
}

function completed({ email, phone, password }: Credentials) {
  if (!password) return undefined;
  if (email) return { email, password };
  return phone ? { phone, password } : undefined;
}

async function incomplete() {
  const { AuthInvalidCredentialsError } = await import("./supabase.ts");
  // The library's own words for no address at all (requirements 5); an empty password it would send.
  const error = new AuthInvalidCredentialsError("You must provide either an email or phone number and a password");
  return { data: { user: null, session: null }, error };
}
