import { createHmac } from "node:crypto";
import * as v from "valibot";
import { beforeAll, describe, expect, it } from "vitest";
import { embeddedPublishableKey as apikey } from "../../server/contract/brand.ts";
import { createMockBackend } from "../../server/mocks/backend.ts";
import { people, peoplesPassword, seededState, sessionOf } from "../../server/mocks/people.ts";
import { siteOrigin, startBackend } from "../support/backend.ts";
import { testKeys } from "../support/postgres.setup.ts";
import { mailedToken, testPassword, tokensOf } from "../support/users.ts";

/** A person with an account and an application, as each of the two backends knows them. */
interface Visitor {
  password: string;
  access: string;
  refresh: string;
  /** An access token that has expired. */
  expired: string;
  /** The tokens of a session that was ended elsewhere. */
  ended: { access: string; refresh: string };
}

const email = people.pending;
const name = "Ada";

/** A call of a browser, by its name; `as` is the access token. */
type Call = [name: string, path: string, make: (visitor: Visitor) => { body?: unknown; as?: string; method?: string }];

const applications = "/rest/v1/beta_applications?select=status,created_at&order=created_at.desc";
const renew = "/auth/v1/token?grant_type=refresh_token";
const signIn = "/auth/v1/token?grant_type=password";
const calls: readonly Call[] = [
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
    ({ access }) => ({ method: "PUT", as: access, body: { password: "Password1" } }),
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
  ["signs out of an unknown scope", "/auth/v1/logout?scope=all", ({ access }) => ({ method: "POST", as: access })],
  ["signs out without a token", "/auth/v1/logout", () => ({ method: "POST" })],
  ["signs out of an ended session", "/auth/v1/logout", ({ ended }) => ({ method: "POST", as: ended.access })],
  ["signs out", "/auth/v1/logout", ({ access }) => ({ method: "POST", as: access })],
];

/** Those of HTTP itself, and those by which a log of the auth service finds a session. */
const unread = /^(?:date|connection|keep-alive|content-length|transfer-encoding|sb-auth-.*)$/u;

/** What the page reads of a user; the mocked one has little more. */
const user = v.object({
  email: v.string(),
  aud: v.string(),
  role: v.string(),
  user_metadata: v.object({ name: v.optional(v.string()) }),
});

/** What a page can tell answers apart by, but for ids, times and tokens (docs/offline.md). */
async function tellOf(answer: Response) {
  const headers = [...answer.headers].filter(([header]) => !unread.test(header));
  const text = (await answer.text())
    .replaceAll(/"(access_token|refresh_token|id|user_id|identity_id)":"[^"]+"/gu, '"$1":"…"')
    .replaceAll(/"\d{4}-\d\d-\d\dT[\d:.]+(?:Z|\+00:00)"/gu, '"a time"')
    .replaceAll(/"expires_(at|in)":\d+/gu, '"expires_$1":0');
  const { weak_password: _, ...body } = Object(
    text && JSON.parse(text, (_key, value) => (v.is(user, value) ? v.parse(user, value) : value)),
  );
  return { status: answer.status, headers: Object.fromEntries(headers), body };
}

const json = { apikey, "content-type": "application/json" };

type Service = (path: string, init?: RequestInit) => Promise<Response>;

const ask = (service: Service, visitor: Visitor, [, path, make]: Call) => {
  const { body, as, method = body === undefined ? "GET" : "POST" } = make(visitor);
  return service(path, {
    method,
    headers: { ...json, origin: siteOrigin, ...(as === undefined ? {} : { authorization: `Bearer ${as}` }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
};

/** A token with other claims, signed by the embedded backend's secret. */
function signed(token: string, claims: object): string {
  const [header = "", body = ""] = token.split(".");
  const own: object = JSON.parse(Buffer.from(body, "base64url").toString());
  const content = `${header}.${Buffer.from(JSON.stringify({ ...own, ...claims })).toString("base64url")}`;
  return `${content}.${createHmac("sha256", testKeys.jwtSecret).update(content).digest("base64url")}`;
}

describe("the mocked services answer like the embedded", () => {
  const all: Partial<Record<"embedded" | "mocked", { service: Service; visitor: Visitor }>> = {};

  beforeAll(async () => {
    const backend = await startBackend();
    const { service } = backend;
    const post = async (path: string, body: object, more = {}) =>
      (await service(path, { method: "POST", headers: { ...json, ...more }, body: JSON.stringify(body) })).json();
    await backend.supabase
      .from("beta_applications")
      .insert({ name, email, role: "freelancer", reason: "Late payers." });
    await post("/auth/v1/signup", { email, password: testPassword });
    const { access_token } = tokensOf(await post("/auth/v1/verify", mailedToken(backend.mails, email)));
    const own = { ...json, authorization: `Bearer ${access_token}` };
    const content = JSON.stringify({ password: testPassword, data: { name } });
    await service("/auth/v1/user", { method: "PUT", headers: own, body: content });
    const begin = async () => tokensOf(await post(signIn, { email, password: testPassword }));
    const ended = await begin();
    const bearer = { authorization: `Bearer ${ended.access_token}` };
    await service("/auth/v1/logout?scope=local", { method: "POST", headers: { ...json, ...bearer } });
    const current = await begin();
    all.embedded = {
      service,
      visitor: {
        password: testPassword,
        access: current.access_token,
        refresh: (await begin()).refresh_token,
        expired: signed(current.access_token, { exp: 1 }),
        ended: { access: ended.access_token, refresh: ended.refresh_token },
      },
    };
    // The limits are the contract suite's.
    await backend.tables.letTimePass();
    const mocked = createMockBackend({ state: seededState(), siteUrl: siteOrigin, onUnhandled: () => undefined });
    const [now, over, late] = [{}, { revoked: true }, { life: -60 }].map((more) => sessionOf({ of: email, ...more }));
    all.mocked = {
      service: (path, init) => mocked.fetch(new Request(new URL(path, siteOrigin), init)),
      visitor: {
        password: peoplesPassword,
        access: now?.access_token ?? "",
        refresh: now?.refresh_token ?? "",
        expired: late?.access_token ?? "",
        ended: { access: over?.access_token ?? "", refresh: over?.refresh_token ?? "" },
      },
    };
    return () => backend.stop();
  });

  it.each(calls)("%s", async (...call) => {
    const { embedded, mocked } = all;
    if (!embedded || !mocked) throw new Error("Not started.");
    const expected = await tellOf(await ask(embedded.service, embedded.visitor, call));
    expect(await tellOf(await ask(mocked.service, mocked.visitor, call))).toEqual(expected);
  });
});
