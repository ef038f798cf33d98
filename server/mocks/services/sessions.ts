import { sign } from "hono/jwt";
import { timestamp } from "../../http/timestamp.ts";
import { type MockKeys, readSessionToken } from "./apiKey.ts";
import { refusals } from "./refusals.ts";
import type { MockSession, MockState, MockUser } from "./state.ts";
import { showUser } from "./users.ts";

/** Life of an access token, in seconds: Supabase's default. */
export const accessTokenLife = 3600;

/** Begins a session for a user. */
export function beginSession(state: MockState, user: MockUser): MockSession {
  const session = { id: crypto.randomUUID(), userId: user.id, refreshTokens: [crypto.randomUUID()] };
  state.sessions.push(session);
  user.times.last_sign_in_at = timestamp();
  user.times.updated_at = user.times.last_sign_in_at;
  return session;
}

/** A session as the auth service hands it out; `life` is how long its access token has to live, in seconds. */
export async function showSession(session: MockSession, user: MockUser, jwtSecret: string, life = accessTokenLife) {
  const expires_at = Math.floor(Date.now() / 1000) + life;
  const claims = {
    sub: user.id,
    aud: "authenticated",
    role: "authenticated",
    email: user.email,
    session_id: session.id,
    iat: expires_at - accessTokenLife,
    exp: expires_at,
  };
  return {
    access_token: await sign(claims, jwtSecret),
    refresh_token: session.refreshTokens.at(-1),
    expires_in: life,
    expires_at,
    token_type: "bearer",
    user: showUser(user),
  };
}

/** The session of a refresh token, with a new one. A token used before gets the newest again, as two tabs may ask at once. */
export function refreshSession(state: MockState, refreshToken: unknown): MockSession {
  if (typeof refreshToken !== "string" || !/^[0-9a-f-]{36}$/u.test(refreshToken)) throw refusals.badRefreshToken();
  const session = state.sessions.find(({ refreshTokens }) => refreshTokens.includes(refreshToken));
  if (!session) throw refusals.unknownRefreshToken();
  if (session.refreshTokens.at(-1) === refreshToken) session.refreshTokens.push(crypto.randomUUID());
  return session;
}

/** Who a request comes from. @throws AuthError for a missing, forged or expired token and for a session that was ended. */
export async function requireSession(
  request: Request,
  state: MockState,
  keys: MockKeys,
): Promise<{ session: MockSession; user: MockUser }> {
  const claims = await readSessionToken(request, keys);
  if (claims === "absent") throw refusals.unauthorized();
  if (claims === "expired") throw refusals.badJwt("token has invalid claims: token is expired");
  if (claims === "forged") throw refusals.badJwt("token signature is invalid: signature is invalid");
  const user = state.users.find(({ id }) => id === claims["sub"]);
  if (!user) throw refusals.noUser();
  const session = state.sessions.find(({ id }) => id === claims["session_id"]);
  if (!session) throw refusals.noSession();
  return { session, user };
}
