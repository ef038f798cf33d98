import { request as send } from "node:http";
import { beforeAll, describe, expect, it } from "vitest";
import { brand, embeddedPublishableKey as apikey } from "../../../server/contract/brand.ts";
import { withClient } from "../../../server/embedded/database/withClient.ts";
import { startBackend } from "../../support/backend.ts";
import { mailedToken, signUpConfirmed, testPassword, tokensOf } from "../../support/users.ts";

const headers = { apikey, "content-type": "application/json" };
const answerTime = 20;

describe("the guard of the auth and REST services", () => {
  let backend: Awaited<ReturnType<typeof startBackend>>;
  let accessToken: string;
  beforeAll(async () => {
    backend = await startBackend({ proxies: 1, answerTime });
    accessToken = await signUpConfirmed(backend, "stranger@example.com");
    return () => backend.stop();
  });
  /** Every call comes from a new network, so that it meets no limit of clients. */
  let calls = 0;
  const ask = (method: string, path: string, body?: unknown, more: Record<string, string> = {}) =>
    backend.service(path, {
      method,
      redirect: "manual",
      headers: { ...headers, "x-forwarded-for": `10.${calls >> 8}.${calls++ & 255}.1`, ...more },
      ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
  const auth = (path: string, body: unknown, more?: Record<string, string>) =>
    ask("POST", `/auth/v1/${path}`, body, more);
  const signedIn = () => ({ authorization: `Bearer ${accessToken}` });
  const apply = async (email: string) => {
    await backend.supabase.from("beta_applications").insert({ name: "A", email, role: "other", reason: "x" });
  };

  /** Sends a path exactly as given, because `fetch` would normalise it. */
  const sendRaw = (method: string, path: string) =>
    new Promise<number>((resolve, reject) => {
      const { hostname, port } = new URL(backend.origin);
      send({ hostname, port, method, path, headers: { ...headers, ...signedIn() } }, (response) =>
        resolve(Number(response.resume().statusCode)),
      )
        .on("error", reject)
        .end(method === "POST" ? "{}" : undefined);
    });

  it.each([
    ["POST", "/auth/v1/resend", 404],
    ["GET", "/auth/v1/admin/users", 404],
    ["POST", "/auth/v1/%6ftp", 404],
    ["POST", "/auth/v1/x/..%2fotp", 404],
    ["GET", "/auth/v1/verify?token=x&type=signup", 405],
    ["GET", "/rest/v1/waitlist", 403],
    ["POST", "/rest/v1/rpc/take_rate_limit", 403],
    ["GET", "/rest/v1/beta%5fapplications", 403],
  ])("lets nobody do %s %s", async (method, path, status) => {
    expect(await sendRaw(method, path)).toBe(status);
  });

  it("understands only the queries of an applicant's page, and ignores headers that would change their meaning", async () => {
    const path = "/rest/v1/beta_applications";
    for (const [query, status] of [
      ["select=status&order=created_at.desc&limit=1", 200],
      ["", 200],
      ["or=(a.eq.b)", 400],
      ["select=a(b)", 400],
      ["limit=1&limit=2", 400],
      ["apikey=x", 400],
      // These are more columns than PostgreSQL lets a query have.
      [`select=${Array.from({ length: 2000 }, () => "email").join(",")}`, 400],
    ] as const)
      expect([query, (await ask("GET", `${path}?${query}`, undefined, signedIn())).status]).toEqual([query, status]);
    const overridden = { ...signedIn(), "x-http-method-override": "DELETE", "accept-profile": "auth" };
    expect((await ask("GET", path, undefined, overridden)).status).toBe(200);
    expect((await ask("GET", path)).status).toBe(401);
  });

  it("lets pages of any origin read every answer, and accepts the secret key in its header only", async () => {
    for (const answer of [await auth("nothing", {}), await ask("GET", "/auth/v1/user", undefined, signedIn())]) {
      expect(answer.headers.get("access-control-allow-origin")).toBe("*");
      expect(answer.headers.get("access-control-expose-headers")).toContain("retry-after");
    }
    const admin = `/rest/v1/waitlist?apikey=${backend.secretKey}`;
    expect((await backend.service(admin, {})).status).toBe(401);
    expect((await backend.service("/rest/v1/waitlist", { headers: { apikey: backend.secretKey } })).status).toBe(200);
  });

  it.each([
    ["signup", {}],
    ["otp", { create_user: false }],
    ["token?grant_type=password", { password: "not the right one" }],
  ])("answers %s %o alike for an address with an account and one without", async (path, more) => {
    await signUpConfirmed(backend, `known-${path}@example.com`);
    await backend.tables.letTimePass();
    const seen = async (email: string) => {
      const began = performance.now();
      const answer = await auth(path, { email, password: testPassword, ...more });
      const took = answer.status === 429 ? answerTime : performance.now() - began;
      expect(took).toBeGreaterThanOrEqual(answerTime - 2);
      const body = (await answer.text())
        .replaceAll(email, "<address>")
        .replaceAll(/[0-9a-f-]{36}/gu, "<id>")
        .replaceAll(/\d{4}-\d\d-\d\dT[\d:.+]+/gu, "<time>");
      return `${answer.status} ${[...answer.headers.keys()].join()} ${body}`;
    };
    for (const _ of ["once", "again"])
      expect(await seen(`known-${path}@example.com`)).toBe(await seen(`unknown-${path}@example.com`));
  });

  it.each([
    { email: "applicant@example.com", password: "another-passphrase" },
    { data: { name: "x" }, email: ["applicant@example.com"] },
    { data: { name: "A\u0007da" } },
    { data: { name: "a".repeat(101) } },
  ])("changes no address, and sets no strange name: %o", async (body) => {
    expect((await ask("PUT", "/auth/v1/user", body, signedIn())).status).toBe(422);
    expect(await (await ask("GET", "/auth/v1/user", undefined, signedIn())).json()).not.toHaveProperty("new_email");
  });

  it("reads an ambiguous body in one way only, and passes no nested values on", async () => {
    const body = `{"email":"applicant@example.com","email":null,"data":{"name":"Ada","__proto__":{"email":"x"}}}`;
    const answer = await ask("PUT", "/auth/v1/user", body, signedIn());
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ email: "stranger@example.com", user_metadata: { name: "Ada" } });
    expect((await auth("factors", { friendly_name: [[]] }, signedIn())).status).toBe(422);
  });

  it("shows a stranger her own application, and nothing else after every attempt to take another's address", async () => {
    const victim = "victim@example.com";
    for (const email of ["stranger@example.com", victim]) await apply(email);
    // The database refuses both an unconfirmed account with the victim's address and a change to that address.
    await auth("signup", { email: victim, password: testPassword });
    await auth("token?grant_type=password", { email: victim, password: testPassword });
    const change = { method: "PUT", headers: { ...headers, ...signedIn() }, body: JSON.stringify({ email: victim }) };
    expect((await backend.unguarded("/auth/v1/user", change)).ok).toBe(false);
    const seen = await ask("GET", "/rest/v1/beta_applications?select=email", undefined, signedIn());
    expect(await seen.json()).toEqual([{ email: "stranger@example.com" }]);
  });

  it("gives an applicant's address to nobody who signed up with it first", async () => {
    const email = "owner@example.com";
    await auth("signup", { email, password: "the stranger's", data: { name: "Mallory" } });
    const signIn = async (password: string) => (await auth("token?grant_type=password", { email, password })).status;
    const session: unknown = await (await auth("verify", mailedToken(backend.mails, email))).json();
    expect(JSON.stringify(session)).not.toContain("Mallory");
    expect(await signIn("the stranger's")).toBe(400);
    const owner = { authorization: `Bearer ${tokensOf(session).access_token}` };
    expect((await ask("PUT", "/auth/v1/user", { password: "the owner's own" }, owner)).status).toBe(200);
    expect(await signIn("the owner's own")).toBe(200);
  });

  it("ends an account's other sessions when its password changes, and says so when it cannot", async () => {
    const email = "changer@example.com";
    const own = { authorization: `Bearer ${await signUpConfirmed(backend, email)}` };
    const session: unknown = await (await auth("token?grant_type=password", { email, password: testPassword })).json();
    const { access_token, refresh_token } = tokensOf(session);
    const other = { authorization: `Bearer ${access_token}` };
    const statuses = () =>
      Promise.all([own, other].map(async (who) => (await ask("GET", "/auth/v1/user", undefined, who)).status));
    const change = async (body: object) => (await ask("PUT", "/auth/v1/user", body, own)).status;
    expect([await change({ data: { name: "Ada" } }), await change({ password: "short" })]).toEqual([200, 422]);
    expect(await statuses()).toEqual([200, 200]);
    await withClient(backend.databaseUrl, async (client) => {
      await client.query("create rule kept as on delete to auth.sessions do instead select 1 / 0");
      expect(await change({ password: "a-third-passphrase" })).toBe(500);
      await client.query("drop rule kept on auth.sessions");
    });
    expect(await change({ password: "another-passphrase" })).toBe(200);
    expect(await statuses()).toEqual([200, 403]);
    expect((await auth("token?grant_type=refresh_token", { refresh_token })).status).toBe(400);
  });

  it("spends a link once, by POST, even if it was fetched before, and accepts no code in its place", async () => {
    const email = "link@example.com";
    await auth("signup", { email, password: testPassword });
    const { token_hash, type } = mailedToken(backend.mails, email);
    expect(token_hash).toMatch(/^[0-9a-f]{64}$/u);
    await ask("GET", `/auth/v1/verify?token=${token_hash}&type=${type}`);
    const verify = async (body: unknown) => (await auth("verify", body)).status;
    expect(await verify({ type, email, token: "123456" })).toBe(422);
    expect(await verify({ type: "email_change", token_hash })).toBe(422);
    expect(await verify({ type, token_hash: `${token_hash}0` })).toBe(403);
    expect([await verify({ type, token_hash }), await verify({ type, token_hash })]).toEqual([200, 403]);
  });

  it("makes an account for an applicant who asks for a link, and none for anybody else", async () => {
    const [applicant, other] = ["applicant@example.com", "applicant-without@example.com"];
    for (const email of [applicant, other]) await apply(email);
    for (const [email, create_user, accounts] of [
      ["nobody@example.com", true, '"accounts":[]'],
      [other, false, '"accounts":[]'],
      [applicant, true, '"confirmed_at":null'],
    ] as const) {
      expect((await auth("otp", { email, create_user })).status).toBe(200);
      expect(JSON.stringify((await backend.supabase.rpc("person_data", { person: email })).data)).toContain(accounts);
    }
    expect(backend.mails.filter(({ to }) => to === "nobody@example.com")).toEqual([]);
    // The applicant gets the mail of a sign-in, not that of a sign-up.
    expect(backend.mails.at(-1)).toMatchObject({ to: applicant, subject: `Your sign-in link for ${brand}` });
    expect((await auth("verify", mailedToken(backend.mails, applicant))).status).toBe(200);
  });

  it.each([
    ["Password1", ["pwned"]],
    ["åß∂ƒ©˙∆", ["length"]],
  ])("says what is wrong with the password %s as the client library expects it", async (password, reasons) => {
    const refused = { error_code: "weak_password", weak_password: { reasons } };
    expect(await (await auth("signup", { email: "weak@example.com", password })).json()).toMatchObject(refused);
    expect(await (await ask("PUT", "/auth/v1/user", { password }, signedIn())).json()).toMatchObject(refused);
  });
});
