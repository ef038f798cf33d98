import { type AuthError, AuthInvalidCredentialsError } from "@supabase/supabase-js";
import { supabase } from "./client.ts";

const { auth } = supabase;

/** Credentials: a password, and an e-mail address or a phone number. */
interface Credentials {
  email?: string;
  phone?: string;
  password?: string;
}

/** The result of a call of the auth service. Errors are returned, not thrown. */
export interface Outcome {
  error: AuthError | null;
}

/** Codes for an address that has an account, from a service that tells. GoTrue shows a user without identities instead. */
const known: ReadonlySet<string | undefined> = new Set(["user_already_exists", "email_exists"]);

/**
 * Creates an account. The user's metadata get `name` and a flag that a password is wanted, which is asked for once the address is
 * confirmed (docs/decisions/0061): until then one that nobody knows will do. To an address that has an account GoTrue mails nothing;
 * it gets a sign-in link. The outcome does not tell which of both was sent.
 */
export async function signUp(credentials: Credentials, name: string, captchaToken?: string): Promise<Outcome> {
  const complete = completed(credentials);
  if (!complete) return incomplete();
  const data = { name, chose_password: true };
  const { data: answer, error } = await auth.signUp({
    ...complete,
    options: { data, ...(captchaToken && { captchaToken }) },
  });
  const hasAccount = error ? known.has(error.code) : answer.user?.identities?.length === 0;
  if (!hasAccount || !credentials.email) return { error: isMailedAlready(error) ? null : error };
  const link = await requestLink(credentials.email);
  // Every limit counts: strangers could use up that of links, and learn from the refusal who has an account.
  return { error: link.error?.status === 429 && !isQuota(link.error) ? null : link.error };
}

/** Whether the project has used up its mails of this hour. GoTrue has no code for it, so its message is compared. */
const isQuota = (error: AuthError): boolean => error.message === "email rate limit exceeded";

/** Whether the address is asked for too soon after a mail that is on its way, which GoTrue says of addresses with an account. */
const isMailedAlready = (error: AuthError | null): boolean =>
  error?.code === "over_email_send_rate_limit" && !isQuota(error);

/** A password that nobody knows: 24 random bytes, and a character of each kind that a project may ask for. */
export const unknownPassword = (): string =>
  `${Array.from(crypto.getRandomValues(new Uint8Array(24)), (byte) => byte.toString(16)).join("")}aA1!`;

export async function signIn(credentials: Credentials): Promise<Outcome> {
  const complete = completed(credentials);
  return complete ? auth.signInWithPassword(complete) : incomplete();
}

/** Requests a sign-in link by mail. The answer does not tell whether there is an account. */
export const requestLink = (email: string): Promise<Outcome> =>
  // `shouldCreateUser: false` would tell who has an account, as GoTrue then answers 422 without one (docs/decisions/0062).
  auth.signInWithOtp({ email });

/** Requests a mail with a link for setting a new password. GoTrue limits the mails to addresses with an account, which counts as sent. */
export async function requestRecovery(email: string): Promise<Outcome> {
  const { error } = await auth.resetPasswordForEmail(email);
  return { error: error?.code === "over_email_send_rate_limit" ? null : error };
}

/** Sets the signed-in user's password, and their name if one is given. */
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
