import { sign, verify } from "hono/jwt";
import { JwtTokenExpired } from "hono/utils/jwt/types";
import { timestamp } from "../../http/timestamp.ts";
import { keyedHash } from "../../limits/keyedHash.ts";
import type { SignInMailKind } from "../../mail/messages/parameters.ts";
import { renderMessage } from "../../mail/messages/render.ts";
import type { MockAccount, MockSession, MockState } from "./state.ts";

/** Signing key of the mocked backends. It protects made-up people only, so it is no secret. */
export const mockSecret = "jwt-secret-of-the-mocked-backend-0000";

/** Hashes a password, so that a developer's real one is never stored. */
export const hashPassword = (password: string): Promise<string> => keyedHash("mock", password);

/** Finds the account of an address. */
export const findAccount = (state: MockState, email: string): MockAccount | undefined =>
  state.accounts.find(({ user }) => user.email === email);

/** Adds an account. Its metadata already say that the address is confirmed, as no answer shows an unconfirmed account. */
export function addAccount(state: MockState, email: string, password: string): MockAccount {
  const id = crypto.randomUUID();
  const times = { created_at: timestamp(), updated_at: timestamp() };
  const metadata = { email, email_verified: true, phone_verified: false, sub: id };
  const identity = { id, user_id: id, identity_id: crypto.randomUUID(), identity_data: metadata, provider: "email" };
  const user = {
    id,
    aud: "authenticated",
    role: "authenticated",
    email,
    phone: "",
    app_metadata: { provider: "email", providers: ["email"] },
    user_metadata: metadata,
    identities: [{ ...identity, ...times, email, last_sign_in_at: times.created_at }],
    is_anonymous: false,
    ...times,
  };
  const account = { user, password, links: {} };
  state.accounts.push(account);
  return account;
}

/**
 * Records that the owner confirmed the address, and drops a password set before that
 * (supabase/migrations/…_accounts.sql).
 */
export function confirm(account: MockAccount): void {
  if (account.user.confirmed_at !== undefined) return;
  account.user.confirmed_at = account.user.email_confirmed_at = timestamp();
  account.password = null;
}

/** Mails a link to an account's owner, which replaces the previous one of its kind. */
export function mailLink(state: MockState, { user, links }: MockAccount, kind: SignInMailKind, siteUrl: string): void {
  const token = (crypto.randomUUID() + crypto.randomUUID()).replaceAll("-", "");
  // The service does not distinguish recovery links from sign-in links.
  const type = kind === "signup" ? "signup" : "recovery";
  links[type] = token;
  user[type === "signup" ? "confirmation_sent_at" : "recovery_sent_at"] = timestamp();
  state.mails.push({ to: user.email, ...renderMessage(kind, { site: siteUrl, token }) });
}

/** Begins a session. */
export function beginSession(state: MockState, { user }: MockAccount): MockSession {
  const session = { id: crypto.randomUUID(), userId: user.id, refreshTokens: [crypto.randomUUID()] };
  state.sessions.push(session);
  user.last_sign_in_at = user.updated_at = timestamp();
  return session;
}

/** Returns a session as the auth service issues it. Its access token is valid for an hour, Supabase's default. */
export async function showSession(session: MockSession, { user }: MockAccount, life = 3600, secret = mockSecret) {
  const now = Math.floor(Date.now() / 1000);
  const { id: sub, aud, role, email } = user;
  const claims = { sub, aud, role, email, session_id: session.id, iat: now + life - 3600, exp: now + life };
  return {
    access_token: await sign(claims, secret),
    refresh_token: session.refreshTokens.at(-1),
    expires_in: life,
    expires_at: claims.exp,
    token_type: "bearer",
    user,
  };
}

/** Verifies a request's access token: returns its claims, or why it is invalid. */
export async function readAccessToken(request: Request) {
  const token = /^Bearer (.+)$/iu.exec(request.headers.get("authorization") ?? "")?.[1];
  // Without a session supabase-js sends the public key as the bearer token.
  if (token === undefined || token === request.headers.get("apikey")) return "absent";
  return verify(token, mockSecret, "HS256").catch((error: unknown) =>
    error instanceof JwtTokenExpired ? "expired" : "forged",
  );
}
