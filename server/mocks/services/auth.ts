import { AuthError, refusals } from "../../guards/auth/authError.ts";
import { timestamp } from "../../http/timestamp.ts";
import {
  addAccount,
  beginSession,
  confirm,
  findAccount,
  hashPassword,
  mailLink,
  readAccessToken,
  showSession,
} from "./accounts.ts";
import type { MockAccount, MockSession, MockState } from "./state.ts";

interface Call {
  request: Request;
  state: MockState;
  /** Address to which mails link. */
  siteUrl: string;
  /** The body, validated by the guard (server/guards/auth/bodies.ts), in which absent members are left out. */
  body: Record<"email" | "password" | "refresh_token" | "token_hash" | "type", string> & { data?: object };
}

/** Returns the JSON answer, nothing for 204. Refusals have the words of @supabase/lite 0.10.0. */
type Route = (call: Call) => object | undefined | Promise<object | undefined>;

const badJwt = (reason: string) =>
  new AuthError(403, "bad_jwt", `invalid JWT: unable to parse or verify signature, ${reason}`);

/** By what is wrong with an access token. */
const tokenErrors = {
  absent: new AuthError(401, "no_authorization", "This endpoint requires a valid Bearer token"),
  expired: badJwt("token has invalid claims: token is expired"),
  forged: badJwt("token signature is invalid: signature is invalid"),
};

/** Finds the caller. @throws AuthError for an invalid token and for an ended session. */
async function caller({ request, state }: Call): Promise<{ account: MockAccount; session: MockSession }> {
  const claims = await readAccessToken(request);
  if (typeof claims === "string") throw tokenErrors[claims];
  const account = state.accounts.find(({ user }) => user.id === claims["sub"]);
  if (!account) throw new AuthError(403, "user_not_found", "User from sub claim in JWT does not exist");
  const session = state.sessions.find(({ id }) => id === claims["session_id"]);
  if (!session) throw new AuthError(403, "session_not_found", "Session from session_id claim in JWT does not exist");
  return { account, session };
}

/** Ends the caller's sessions within the given scope. */
const logout =
  (ends: (id: string, own: string) => boolean): Route =>
  async (call) => {
    const { session } = await caller(call);
    const kept = ({ id, userId }: MockSession) => userId !== session.userId || !ends(id, session.id);
    call.state.sessions = call.state.sessions.filter(kept);
    return undefined;
  };

/** The product's calls that the guard forwards (requirements 7), which exclude MFA and OAuth. */
const routes: Record<string, Route> = {
  async "POST /signup"({ state, siteUrl, body: { email, password, data } }) {
    // The guard then mails a link to the account, and answers as usual.
    if (findAccount(state, email)) throw new AuthError(429, "over_email_send_rate_limit", "");
    const account = addAccount(state, email, await hashPassword(password));
    account.user.user_metadata = { ...account.user.user_metadata, ...data };
    mailLink(state, account, "signup", siteUrl);
    return {};
  },

  async "POST /token?grant_type=password"({ state, body: { email, password } }) {
    const account = findAccount(state, email);
    const right = account?.user.confirmed_at !== undefined && account.password === (await hashPassword(password));
    if (!right) throw refusals.wrongCredentials();
    return { ...(await showSession(beginSession(state, account), account)), weak_password: null };
  },

  async "POST /token?grant_type=refresh_token"({ state, body: { refresh_token } }) {
    if (!/^[0-9a-f-]{36}$/u.test(refresh_token))
      throw new AuthError(400, "validation_failed", "Refresh token is not valid");
    const session = state.sessions.find(({ refreshTokens }) => refreshTokens.includes(refresh_token));
    const account = state.accounts.find(({ user }) => user.id === session?.userId);
    if (!session || !account)
      throw new AuthError(400, "refresh_token_not_found", "Invalid Refresh Token: Refresh Token Not Found");
    // A used refresh token gets the newest one again, as two tabs may ask at the same time.
    if (session.refreshTokens.at(-1) === refresh_token) session.refreshTokens.push(crypto.randomUUID());
    return showSession(session, account);
  },

  "POST /logout?scope=global": logout(() => true),
  "POST /logout?scope=local": logout((id, own) => id === own),
  "POST /logout?scope=others": logout((id, own) => id !== own),

  "GET /user": async (call) => (await caller(call)).account.user,

  async "PUT /user"(call) {
    const { account } = await caller(call);
    const { password, data } = call.body;
    if (password) {
      const hash = await hashPassword(password);
      if (hash === account.password)
        throw new AuthError(422, "same_password", "New password should be different from the old password.");
      account.password = hash;
    }
    const { user } = account;
    return Object.assign(user, { user_metadata: { ...user.user_metadata, ...data }, updated_at: timestamp() });
  },

  "POST /recover"({ state, siteUrl, body: { email } }) {
    const account = findAccount(state, email);
    if (account) mailLink(state, account, "recovery", siteUrl);
    return {};
  },

  "POST /otp"({ state, siteUrl, body: { email } }) {
    const account = findAccount(state, email);
    if (!account) throw new AuthError(422, "otp_disabled", "");
    mailLink(state, account, "magiclink", siteUrl);
    return {};
  },

  async "POST /verify"({ state, body: { token_hash, type } }) {
    for (const account of state.accounts)
      for (const kind of ["signup", "recovery"] as const)
        if (account.links[kind] === token_hash && [kind, "magiclink"].includes(type)) {
          delete account.links[kind];
          confirm(account);
          return showSession(beginSession(state, account), account);
        }
    throw refusals.badLink();
  },
};

/** Answers `/auth/v1/*` like Supabase Auth behind the guard; undefined for calls that the product does not make. */
export async function answerAuth({ request, ...context }: Omit<Call, "body">): Promise<Response | undefined> {
  const { pathname, search } = new URL(request.url);
  const name = `${request.method} ${pathname.replace(/^\/auth\/v1/u, "")}${search}`;
  const route = Object.hasOwn(routes, name) ? routes[name] : undefined;
  if (!route) return undefined;
  try {
    const answer = await route({ request, ...context, body: JSON.parse((await request.text()) || "{}") });
    return answer ? Response.json(answer) : new Response(null, { status: 204 });
  } catch (error) {
    if (error instanceof AuthError) return error.toResponse();
    throw error;
  }
}
