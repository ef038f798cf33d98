import { type MockKeys, readApiKey } from "../apiKey.ts";
import { isRecord } from "../rest/row.ts";
import type { MockState, MockUser } from "../state.ts";
import { UnhandledRequest } from "../unhandled.ts";
import { AuthError, refusals } from "./authError.ts";
import { mailOneTimeToken, spendOneTimeToken } from "./oneTimeTokens.ts";
import { beginSession, refreshSession, requireSession, showSession } from "./sessions.ts";
import { addUser, confirm, findUser, hashPassword, moment, readEmail, requireStrong, showUser } from "./users.ts";

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
const metadataOf = (body: Record<string, unknown>) => (isRecord(body["data"]) ? body["data"] : {});

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

/** The auth endpoints of spec section 7 that the product uses; MFA and OAuth are not among them. */
const routes: Record<string, Route> = {
  async "POST /signup"({ body, state, siteUrl }) {
    if (!body["email"]) throw refusals.anonymous();
    if (!body["password"]) throw refusals.noPassword();
    const email = readEmail(body["email"]);
    const password = String(body["password"]);
    requireStrong(password);
    if (findUser(state, email)) throw refusals.confirmationPending();
    const user = addUser(state, { email, password: await hashPassword(password), data: metadataOf(body) });
    mailOneTimeToken(state, user, "signup", siteUrl);
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
    if (grant !== "password") throw refusals.grantType();
    const user = findUser(state, String(body["email"]).toLowerCase());
    if (!user || user.password !== (await hashPassword(String(body["password"])))) throw refusals.wrongCredentials();
    if (user.confirmedAt === null) throw refusals.notConfirmed();
    return signIn(context, user, undefined, { weak_password: null });
  },

  async "POST /logout"({ request, url, state, keys }) {
    const { session, user } = await requireSession(request, state, keys.jwtSecret);
    const scope = url.searchParams.get("scope");
    const ends =
      { local: (id: string) => id === session.id, others: (id: string) => id !== session.id }[String(scope)] ??
      (() => true);
    state.sessions = state.sessions.filter((other) => other.userId !== user.id || !ends(other.id));
    return new Response(null, { status: 204 });
  },

  async "GET /user"({ request, state, keys }) {
    const { user } = await requireSession(request, state, keys.jwtSecret);
    return ok(showUser(user));
  },

  async "PUT /user"({ request, body, state, keys }) {
    const { user } = await requireSession(request, state, keys.jwtSecret);
    if ("email" in body) throw new UnhandledRequest(request, "a change of address");
    if (typeof body["password"] === "string") {
      requireStrong(body["password"]);
      const password = await hashPassword(body["password"]);
      if (password === user.password) throw refusals.samePassword();
      user.password = password;
    }
    user.metadata = { ...user.metadata, ...metadataOf(body) };
    user.updatedAt = moment();
    return ok(showUser(user));
  },

  async "POST /recover"({ body, state, siteUrl }) {
    const user = findUser(state, readEmail(body["email"]));
    if (user) mailOneTimeToken(state, user, "recovery", siteUrl);
    return ok({});
  },

  async "POST /otp"({ body, state, siteUrl }) {
    const email = readEmail(body["email"]);
    const known = findUser(state, email);
    if (!known && body["create_user"] === false) throw refusals.otpSignUp();
    mailOneTimeToken(
      state,
      known ?? addUser(state, { email, password: null, data: metadataOf(body) }),
      "magiclink",
      siteUrl,
    );
    return ok({});
  },

  async "POST /verify"(context) {
    const { body, state } = context;
    const type = body["type"];
    if (type !== "signup" && type !== "recovery" && type !== "magiclink") throw refusals.badVerificationType();
    const user = spendOneTimeToken(
      state,
      (token, { email }) =>
        token.type === type && token.code === body["token"] && email === String(body["email"]).toLowerCase(),
    );
    confirm(user);
    return signIn(context, user);
  },

  // The link of a mail: followed by the browser itself, which brings no key.
  async "GET /verify"({ url, state, keys, siteUrl }) {
    const to = (fragment: Record<string, unknown>) =>
      new Response(null, {
        status: 303,
        headers: {
          location: `${siteUrl}#${new URLSearchParams(Object.entries(fragment).map(([name, value]) => [name, String(value)]))}`,
        },
      });
    try {
      const user = spendOneTimeToken(state, ({ link }) => link === url.searchParams.get("token"));
      confirm(user);
      const { user: _, ...session } = await showSession(beginSession(state, user), user, keys.jwtSecret);
      return to({ ...session, type: url.searchParams.get("type") });
    } catch (error) {
      if (!(error instanceof AuthError)) throw error;
      return to({ error: "access_denied", error_code: error.code, error_description: error.message });
    }
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
  const key = name === "GET /verify" ? undefined : readApiKey(request, keys);
  if (key instanceof Response) return key;
  const parsed: unknown = request.method === "GET" ? {} : await request.json().catch(() => ({}));
  try {
    return await route({ request, url, body: isRecord(parsed) ? parsed : {}, state, keys, siteUrl });
  } catch (error) {
    if (error instanceof AuthError) return error.toResponse();
    throw error;
  }
}
