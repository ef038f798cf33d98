import { embeddedPublishableKey as apikey } from "../../server/contract/brand.ts";
import { people } from "../../server/mocks/people.ts";
import { siteOrigin } from "./backend.ts";
import { type AuthBackend, mailedToken, testPassword, tokensOf } from "./users.ts";

/** A person with an account and an application, as a backend knows them. */
export interface Visitor {
  password: string;
  access: string;
  refresh: string;
  expired: string;
  /** The tokens of a session that was ended elsewhere. */
  ended: { access: string; refresh: string };
}

const email = people.pending;
const name = "Ada";

export const application = { name, email, role: "other", reason: "Late payers." } as const;

/** A browser's call with its name; `as` is the access token. */
export type Call = [
  name: string,
  path: string,
  make: (visitor: Visitor) => { body?: unknown; as?: string; method?: string },
];

/** An address with which the visitor signed up, and which has not been confirmed. */
const unconfirmed = "unconfirmed@example.com";

const applications = "/rest/v1/beta_applications?select=status,created_at&order=created_at.desc";
const renew = "/auth/v1/token?grant_type=refresh_token";
const signIn = "/auth/v1/token?grant_type=password";
/** The calls that the page makes of the services, and those with tokens that a browser may have kept. */
export const calls: readonly Call[] = [
  ["shows the user", "/auth/v1/user", ({ access }) => ({ as: access })],
  ["user, without a token", "/auth/v1/user", () => ({})],
  ["user, with the public key as a token", "/auth/v1/user", () => ({ as: apikey })],
  ["user, with what is no token", "/auth/v1/user", () => ({ as: "a.b.c" })],
  ["user, with an expired token", "/auth/v1/user", ({ expired }) => ({ as: expired })],
  ["user, of an ended session", "/auth/v1/user", ({ ended }) => ({ as: ended.access })],
  ["changes the name", "/auth/v1/user", ({ access }) => ({ method: "PUT", as: access, body: { data: { name } } })],
  ["changes the name, without a token", "/auth/v1/user", () => ({ method: "PUT", body: { data: { name } } })],
  [
    "sets the same password",
    "/auth/v1/user",
    ({ access, password }) => ({ method: "PUT", as: access, body: { password } }),
  ],
  [
    "sets a weak password",
    "/auth/v1/user",
    ({ access }) => ({ method: "PUT", as: access, body: { password: "short" } }),
  ],
  [
    "sets a password that is too long",
    "/auth/v1/user",
    ({ access }) => ({ method: "PUT", as: access, body: { password: "x".repeat(73) } }),
  ],
  ["signs in", signIn, ({ password }) => ({ body: { email, password } })],
  ["signs in with a wrong password", signIn, () => ({ body: { email, password: "not the right one" } })],
  ["signs in without a password", signIn, () => ({ body: { email } })],
  ["signs in another way", "/auth/v1/token?grant_type=pkce", () => ({ body: {} })],
  ["renews", renew, ({ refresh }) => ({ body: { refresh_token: refresh } })],
  ["renews with an unknown token", renew, () => ({ body: { refresh_token: crypto.randomUUID() } })],
  ["renews with a malformed token", renew, () => ({ body: { refresh_token: "%" } })],
  ["renews an ended session", renew, ({ ended }) => ({ body: { refresh_token: ended.refresh } })],
  ["renews without a token", renew, () => ({ body: {} })],
  ["signs up", "/auth/v1/signup", () => ({ body: { email: "new@example.com", password: testPassword } })],
  ["signs up with a weak password", "/auth/v1/signup", () => ({ body: { email, password: "short" } })],
  ["asks for a link", "/auth/v1/otp", () => ({ body: { email: "other@example.com" } })],
  ["asks for a link to nowhere", "/auth/v1/otp", () => ({ body: { email: "nowhere" } })],
  ["asks for a new password", "/auth/v1/recover", () => ({ body: { email: "third@example.com" } })],
  ["follows a wrong link", "/auth/v1/verify", () => ({ body: { type: "email", token_hash: "0".repeat(64) } })],
  ["sees the applications", applications, ({ access }) => ({ as: access })],
  ["applications, without a token", applications, () => ({})],
  ["applications, with an expired token", applications, ({ expired }) => ({ as: expired })],
  ["applications, of an ended session", applications, ({ ended }) => ({ as: ended.access })],
  ["applications, of somebody without any", `${applications}&status=eq.declined`, ({ access }) => ({ as: access })],
  ["applications, with what is no token", applications, () => ({ as: "a.b.c" })],
  ["applications, in an unknown column", "/rest/v1/beta_applications?select=nothing", ({ access }) => ({ as: access })],
  ["another table", "/rest/v1/waitlist", ({ access }) => ({ as: access })],
  [
    "sets a common password",
    "/auth/v1/user",
    ({ access }) => ({ method: "PUT", as: access, body: { password: "Password1" } }),
  ],
  ["signs out of the other browsers", "/auth/v1/logout?scope=others", ({ access }) => ({ method: "POST", as: access })],
  ["signs out of an unknown scope", "/auth/v1/logout?scope=all", ({ access }) => ({ method: "POST", as: access })],
  ["signs out without a token", "/auth/v1/logout", () => ({ method: "POST" })],
  ["signs out of an ended session", "/auth/v1/logout", ({ ended }) => ({ method: "POST", as: ended.access })],
  ["signs out", "/auth/v1/logout", ({ access }) => ({ method: "POST", as: access })],
];

const json = { apikey, "content-type": "application/json" };

/** Sends a request to a backend's services. */
export type Service = (path: string, init?: RequestInit) => Promise<Response>;

/**
 * Calls that the page never makes, but anybody else can. On a hosted project nothing of ours stands in front of
 * GoTrue; on the embedded stack the guard (server/guard) answers.
 */
export const otherCalls: readonly Call[] = [
  [
    "changes the address",
    "/auth/v1/user",
    ({ access }) => ({ method: "PUT", as: access, body: { email: "b@example.com" } }),
  ],
  [
    "changes the phone",
    "/auth/v1/user",
    ({ access }) => ({ method: "PUT", as: access, body: { phone: "4915112345678" } }),
  ],
  [
    "sets what only an admin may",
    "/auth/v1/user",
    ({ access }) => ({ method: "PUT", as: access, body: { app_metadata: { a: 1 } } }),
  ],
  ["reauthenticates", "/auth/v1/reauthenticate", ({ access }) => ({ as: access })],
  ["signs in before the address is confirmed", signIn, ({ password }) => ({ body: { email: unconfirmed, password } })],
  ["signs up again", "/auth/v1/signup", () => ({ body: { email, password: testPassword } })],
  ["signs up anonymously", "/auth/v1/signup", () => ({ body: {} })],
  ["signs up by phone", "/auth/v1/signup", () => ({ body: { phone: "4915112345678", password: testPassword } })],
  [
    "asks for a link without an account",
    "/auth/v1/otp",
    () => ({ body: { email: "no@example.com", create_user: false } }),
  ],
  ["asks for the mail again", "/auth/v1/resend", () => ({ body: { type: "signup", email } })],
  ["asks for a link in the old way", "/auth/v1/magiclink", () => ({ body: { email: "old@example.com" } })],
  ["follows a wrong link by GET", `/auth/v1/verify?type=signup&token=${"0".repeat(56)}`, () => ({})],
  ["guesses a code", "/auth/v1/verify", () => ({ body: { type: "email", email, token: "123456" } })],
  ["goes to another provider", "/auth/v1/authorize?provider=github", () => ({})],
  [
    "begins a second factor",
    "/auth/v1/factors",
    ({ access }) => ({ as: access, body: { factor_type: "totp", friendly_name: "a" } }),
  ],
  ["invites", "/auth/v1/invite", ({ access }) => ({ as: access, body: { email: "b@example.com" } })],
  ["lists the accounts", "/auth/v1/admin/users", ({ access }) => ({ as: access })],
  ["reads the settings", "/auth/v1/settings", () => ({})],
];

/**
 * The parts of an answer that the page reads, in short: its status, an error's code, and whether a user has no
 * identity.
 */
export async function inShort(answer: Response): Promise<string> {
  const text = await answer.text();
  const body: unknown = answer.headers.get("content-type")?.includes("json") ? JSON.parse(text) : undefined;
  const { error_code, code, identities }: Record<string, unknown> = Object(body);
  if (!answer.ok) return `${answer.status} ${String(error_code ?? code ?? "")}`.trim();
  return Array.isArray(identities) && identities.length === 0 ? `${answer.status} no identity` : String(answer.status);
}

export const ask = (service: Service, visitor: Visitor, [, path, make]: Call): Promise<Response> => {
  const { body, as, method = body === undefined ? "GET" : "POST" } = make(visitor);
  return service(path, {
    method,
    redirect: "manual",
    headers: { ...json, origin: siteOrigin, ...(as === undefined ? {} : { authorization: `Bearer ${as}` }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
};

/**
 * Makes the account of the visitor who has applied, and begins and ends sessions.
 * @param expire turns an access token into an expired one
 */
export async function beginVisit({ service, mails }: AuthBackend, expire: (token: string) => string): Promise<Visitor> {
  const post = async (path: string, body: object, more = {}) =>
    (await service(path, { method: "POST", headers: { ...json, ...more }, body: JSON.stringify(body) })).json();
  await post("/auth/v1/signup", { email: unconfirmed, password: testPassword });
  await post("/auth/v1/signup", { email, password: testPassword });
  const { access_token } = tokensOf(await post("/auth/v1/verify", mailedToken(mails, email)));
  const own = { ...json, authorization: `Bearer ${access_token}` };
  const content = JSON.stringify({ password: testPassword, data: { name } });
  await service("/auth/v1/user", { method: "PUT", headers: own, body: content });
  const begin = async () => tokensOf(await post(signIn, { email, password: testPassword }));
  const ended = await begin();
  const bearer = { authorization: `Bearer ${ended.access_token}` };
  await service("/auth/v1/logout?scope=local", { method: "POST", headers: { ...json, ...bearer } });
  const current = await begin();
  return {
    password: testPassword,
    access: current.access_token,
    refresh: (await begin()).refresh_token,
    expired: expire(current.access_token),
    ended: { access: ended.access_token, refresh: ended.refresh_token },
  };
}
