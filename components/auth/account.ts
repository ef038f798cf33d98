import { type AuthError, AuthInvalidCredentialsError } from "@supabase/supabase-js";
import { supabase } from "./client.ts";

const { auth } = supabase;

/** Credentials: a password, and an e-mail address or a phone number. */
export interface Credentials {
  email?: string;
  phone?: string;
  password?: string;
}

/** The result of a call of the auth service. Errors are returned, not thrown. */
export interface Outcome {
  error: AuthError | null;
}

/**
 * Creates an account. The user's metadata get `name` and a flag that a password is wanted, which is asked for once the address is
 * confirmed (docs/decisions/0061): until then one that nobody knows will do.
 */
export async function signUp(credentials: Credentials, name: string, captchaToken?: string): Promise<Outcome> {
  const complete = completed(credentials);
  if (!complete) return incomplete();
  const data = { name, chose_password: true };
  return auth.signUp({ ...complete, options: { data, ...(captchaToken && { captchaToken }) } });
}

/** A password that nobody knows: 24 random bytes, and a character of each kind that a project may ask for. */
export const unknownPassword = (): string =>
  `${Array.from(crypto.getRandomValues(new Uint8Array(24)), (byte) => byte.toString(16)).join("")}aA1!`;

/** Signs in with a password. */
export async function signIn(credentials: Credentials): Promise<Outcome> {
  const complete = completed(credentials);
  return complete ? auth.signInWithPassword(complete) : incomplete();
}

/** Requests a sign-in link by mail. The answer does not tell whether there is an account. */
export const requestLink = (email: string): Promise<Outcome> =>
  // Never `shouldCreateUser: false`, to which GoTrue answers 422 if there is no account (docs/decisions/0062).
  auth.signInWithOtp({ email });

/** Requests a mail with a link for setting a new password. */
export const requestRecovery = (email: string): Promise<Outcome> => auth.resetPasswordForEmail(email);

/** Sets the signed-in user's password and, if given, name. */
export const setPassword = (password: string, name: string | undefined): Promise<Outcome> =>
  auth.updateUser({ password, ...(name && { data: { name } }) });

function completed({ email, phone, password }: Credentials) {
  if (!password) return undefined;
  if (email) return { email, password };
  return phone ? { phone, password } : undefined;
}

/** The library's own message for a missing address (requirements 5); it would send an empty password. */
const incomplete = (): Outcome => ({
  error: new AuthInvalidCredentialsError("You must provide either an email or phone number and a password"),
});
