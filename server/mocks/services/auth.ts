import { AuthError } from "../../guards/auth/authError.ts";
import { timestamp } from "../../http/timestamp.ts";
import { type MockKeys, refuseKey } from "./apiKey.ts";
import { mailLink, spendLink } from "./oneTimeTokens.ts";
import { refusals } from "./refusals.ts";
import { beginSession, refreshSession, requireSession, showSession } from "./sessions.ts";
import type { MockState, MockUser } from "./state.ts";
import { UnhandledRequest } from "./unhandled.ts";
import { addUser, confirm, findUser, hashPassword, showUser } from "./users.ts";

/** What the auth routes work on. */
interface Context {
  request: Request;
  url: URL;
  body: Record<string, unknown>;
  state: MockState;
  keys: MockKeys;
  /** Where links in mails lead. */
  siteUrl: string;
}

type Route = (context: Context) => Promise<Response>;

const ok = (body: unknown, headers: Record<string, string> = {}) => Response.json(body, { headers });

async function signIn(
  { state, keys }: Context,
  user: MockUser,
  session = beginSession(state, user),
  extra = {},
): Promise<Response> {
  const headers = {
    "sb-auth-user-id": user.id,
    "sb-auth-session-id": session.id,
    "sb-auth-refresh-token-prefix": String(session.refreshTokens.at(-1)).slice(0, 8),
  };
  return ok({ ...(await showSession(session, user, keys.jwtSecret)), ...extra }, headers);
}

/** The auth endpoints of requirements 7 that the product uses, for what the guard lets through; MFA and OAuth are not among them. */
const routes: Record<string, Route> = {
  async "POST /signup"({ body, state, siteUrl }) {
    const email = String(body["email"]);
    if (findUser(state, email)) throw refusals.confirmationPending();
    const user = addUser(state, email, await hashPassword(String(body["password"])));
    mailLink(state, user, "signup", siteUrl);
    return ok(showUser(user));
  },

  async "POST /token"(context) {
    const { url, body, state } = context;
    const grant = url.searchParams.get("grant_type");
    if (grant === "refresh_token") {
      const session = refreshSession(state, body["refresh_token"]);
      const user = state.users.find(({ id }) => id === session.userId);
      if (!user) throw refusals.unknownRefreshToken();
      return signIn(context, user, session);
    }
    const user = findUser(state, String(body["email"]));
    if (user && user.times.confirmed_at === null) throw refusals.notConfirmed();
    if (!user || user.password !== (await hashPassword(String(body["password"])))) throw refusals.wrongCredentials();
    return signIn(context, user, undefined, { weak_password: null });
  },

  async "POST /logout"({ request, url, state, keys }) {
    const { session, user } = await requireSession(request, state, keys);
    const scope = url.searchParams.get("scope");
    const ends =
      { local: (id: string) => id === session.id, others: (id: string) => id !== session.id }[String(scope)] ??
      (() => true);
    state.sessions = state.sessions.filter((other) => other.userId !== user.id || !ends(other.id));
    return new Response(null, { status: 204 });
  },

  async "GET /user"({ request, state, keys }) {
    const { user } = await requireSession(request, state, keys);
    return ok(showUser(user));
  },

  async "PUT /user"({ request, body, state, keys }) {
    const { user } = await requireSession(request, state, keys);
    if (typeof body["password"] === "string") {
      const password = await hashPassword(body["password"]);
      if (password === user.password) throw refusals.samePassword();
      user.password = password;
    }
    user.metadata = { ...user.metadata, ...Object(body["data"]) };
    user.times.updated_at = timestamp();
    return ok(showUser(user));
  },

  async "POST /recover"({ body, state, siteUrl }) {
    const user = findUser(state, String(body["email"]));
    if (user) mailLink(state, user, "recovery", siteUrl);
    return ok({});
  },

  async "POST /otp"({ body, state, siteUrl }) {
    const user = findUser(state, String(body["email"]));
    if (!user) throw refusals.otpSignUp();
    mailLink(state, user, "magiclink", siteUrl);
    return ok({});
  },

  async "POST /verify"(context) {
    const { body, state } = context;
    const user = spendLink(state, body["token_hash"], body["type"]);
    confirm(user);
    return signIn(context, user);
  },
};

/** Answers `/auth/v1/*` as Supabase Auth does. @throws UnhandledRequest for an endpoint the product does not use. */
export async function answerAuth(
  request: Request,
  { state, keys, siteUrl }: Pick<Context, "state" | "keys" | "siteUrl">,
): Promise<Response> {
  const url = new URL(request.url);
  const name = `${request.method} ${url.pathname.replace(/^\/auth\/v1/u, "")}`;
  const route = Object.hasOwn(routes, name) ? routes[name] : undefined;
  if (!route) throw new UnhandledRequest(request);
  const wrongKey = refuseKey(request, keys);
  if (wrongKey) return wrongKey;
  const body: unknown = request.method === "GET" ? {} : await request.json().catch(() => ({}));
  try {
    return await route({ request, url, body: Object(body), state, keys, siteUrl });
  } catch (error) {
    if (error instanceof AuthError) return error.toResponse();
    throw error;
  }
}
