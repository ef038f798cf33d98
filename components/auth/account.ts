import type { AuthError, AuthResponse, AuthTokenResponsePassword } from "@supabase/supabase-js";
import { connect } from "./client.ts";

/** Credentials: a password, and an e-mail address or a phone number. */
export interface Credentials {
  email?: string;
  phone?: string;
  password?: string;
}

/** The result of a call of the auth service. */
export interface Outcome {
  error: AuthError | null;
}

/**
 * Creates an account. The user's metadata get `name` and a flag that a password was chosen, which has to be set again once the
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

/** Requests a sign-in link by mail. The answer does not tell whether there is an account. Errors are returned. */
export async function requestLink(email: string): Promise<Outcome> {
  const { auth } = await connect();
  // Never `shouldCreateUser: false`, to which GoTrue answers 422 if there is no account (docs/decisions/0062).
  return auth.signInWithOtp({ email });
}

/** Requests a mail with a link for setting a new password. Errors are returned. */
export async function requestRecovery(email: string): Promise<Outcome> {
  const { auth } = await connect();
  return auth.resetPasswordForEmail(email);
}

/** Sets the signed-in user's password and, if given, name. Errors are returned. */
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
  // The library's own message for a missing address (requirements 5); it would send an empty password.
  const error = new AuthInvalidCredentialsError("You must provide either an email or phone number and a password");
  return { data: { user: null, session: null }, error };
}
