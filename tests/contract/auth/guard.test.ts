import { request as send } from "node:http";
import { createClient } from "@supabase/supabase-js";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { embeddedPublishableKey as apikey } from "../../../server/contract/brand.ts";
import { withClient } from "../../../server/embedded/database/withClient.ts";
import { nodeHost } from "../../../server/supabase/nodeHost.ts";
import { startBackend } from "../../support/backend.ts";
import { mailedToken, signUpConfirmed, testPassword, tokensOf } from "../../support/users.ts";

const headers = { apikey, "content-type": "application/json" };

describe("the guard of the auth and REST services", () => {
  let backend: Awaited<ReturnType<typeof startBackend>>;
  let accessToken: string;
  beforeAll(async () => {
    backend = await startBackend({ proxies: 1 });
    accessToken = await signUpConfirmed(backend, "stranger@example.com");
    return () => backend.stop();
  });
  // The limits of all passwords, which the tests before may have used up.
  beforeEach(async () => {
    const buckets = "/rest/v1/rate_limits?key=like.password*";
    await backend.service(buckets, { method: "DELETE", headers: { apikey: backend.secretKey } });
  });
  /** The addresses of clients that have no network in common. */
  let clients = 0;
  const newNetwork = () => ({ "x-forwarded-for": `10.${clients >> 8}.${clients++ & 255}.1` });
  const ask = (method: string, path: string, body?: unknown, more: Record<string, string> = {}) =>
    backend.service(path, {
      method,
      redirect: "manual",
      headers: { ...headers, ...newNetwork(), ...more },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  const signedIn = () => ({ authorization: `Bearer ${accessToken}` });

  /** Sends a path exactly as given: `fetch` would normalise it first. */
  const sendRaw = (method: string, path: string, more: Record<string, string> = {}) =>
    new Promise<number>((resolve, reject) => {
      const { hostname, port } = new URL(backend.origin);
      send({ hostname, port, method, path, headers: { ...headers, ...signedIn(), ...more } }, (response) => {
        response.resume();
        resolve(Number(response.statusCode));
      })
        .on("error", reject)
        .end(["GET", "HEAD", "OPTIONS"].includes(method) ? undefined : "{}");
    });

  it.each([
    ["POST", "/auth/v1/resend"],
    ["GET", "/auth/v1/admin/users"],
    ["GET", "/auth/v1/callback?state=x"],
    ["GET", "/auth/v1/settings"],
    ["OPTIONS", "/auth/v1/resend"],
    ["POST", "/auth/v1//otp"],
    ["POST", "/auth/v1/otp/"],
    ["POST", "/auth/v1/%6ftp"],
    ["POST", "/auth/v1/x/..%2fotp"],
    ["POST", "/auth/v1/otp%00"],
  ])("answers 404 to %s %s", async (method, path) => {
    expect(await sendRaw(method, path)).toBe(404);
  });

  it.each([
    ["GET", "/auth/v1/verify?token=x&type=signup", "POST"],
    ["HEAD", "/auth/v1/verify?token=x&type=signup", "POST"],
    ["HEAD", "/auth/v1/user", "GET, PUT"],
    ["GET", "/auth/v1/otp", "POST"],
  ])("does not allow %s %s", async (method, path, allowed) => {
    const answer = await ask(method, path);
    expect(answer.status).toBe(405);
    expect(answer.headers.get("allow")).toBe(allowed);
  });

  it.each([
    ["GET", "/rest/v1/"],
    ["GET", "/rest/v1/waitlist"],
    ["POST", "/rest/v1/rpc/take_mail_limit"],
    ["HEAD", "/rest/v1/beta_applications"],
    ["GET", "/rest/v1//beta_applications"],
    ["GET", "/rest/v1/beta%5fapplications"],
  ])("lets nobody do %s %s", async (method, path) => {
    expect(await sendRaw(method, path)).toBe(403);
    expect((await ask(method, path.replace("//", "/%2f"))).status).toBe(401);
  });

  it("understands only the queries of an applicant's page, and ignores headers that would change their meaning", async () => {
    const path = "/rest/v1/beta_applications";
    for (const query of ["select=status&order=created_at.desc&limit=1", "", "select=*", "status=eq.accepted"])
      expect([query, (await ask("GET", `${path}?${query}`, undefined, signedIn())).status]).toEqual([query, 200]);
    for (const query of [
      "or=(a.eq.b)",
      "select=a(b)",
      "select=status::text",
      "limit=1&limit=2",
      "email=like.*",
      "apikey=x",
      // More than PostgreSQL lets a query have.
      `select=${Array.from({ length: 2000 }, () => "email").join(",")}`,
      `order=${Array.from({ length: 2000 }, () => "email").join(",")}`,
    ])
      expect([query, (await ask("GET", `${path}?${query}`, undefined, signedIn())).status]).toEqual([query, 400]);
    const overridden = { ...signedIn(), "x-http-method-override": "DELETE", "accept-profile": "auth" };
    expect((await ask("GET", path, undefined, overridden)).status).toBe(200);
  });

  it("lets pages of any origin read every answer, and how long to wait", async () => {
    for (const answer of [
      await ask("GET", "/auth/v1/user", undefined, signedIn()),
      await ask("GET", "/auth/v1/otp"),
      await ask("POST", "/auth/v1/nothing"),
      await ask("GET", "/rest/v1/waitlist"),
    ]) {
      expect(answer.headers.get("access-control-allow-origin")).toBe("*");
      expect(answer.headers.get("access-control-expose-headers")).toContain("retry-after");
    }
  });

  it("accepts the secret key in its header only", async () => {
    const admin = `/rest/v1/waitlist?apikey=${backend.secretKey}`;
    expect((await backend.service(admin, {})).status).toBe(401);
    expect((await backend.service("/rest/v1/waitlist", { headers: { apikey: backend.secretKey } })).status).toBe(200);
  });

  it.each([
    { email: "applicant@example.com" },
    { email: "applicant@example.com", password: "another-passphrase" },
    { email: "" },
    { phone: "+15550100" },
    { data: { name: "x" }, email: ["applicant@example.com"] },
  ])("changes no address: %o", async (body) => {
    const before = backend.mails.length;
    const answer = await ask("PUT", "/auth/v1/user", body, signedIn());
    expect(answer.status).toBe(422);
    expect(await answer.json()).toMatchObject({ error_code: "validation_failed" });
    // The database refuses it too, where nothing stands in front of it.
    const past = await backend.unguarded("/auth/v1/user", {
      method: "PUT",
      headers: { ...headers, ...signedIn() },
      body: JSON.stringify({ email: "applicant@example.com" }),
    });
    expect(past.ok).toBe(false);
    expect(await (await ask("GET", "/auth/v1/user", undefined, signedIn())).json()).not.toHaveProperty("new_email");
    expect(backend.mails.slice(before).filter(({ text }) => text?.includes("email_change"))).toEqual([]);
  });

  it("shows a stranger her own application, and nothing else after every attempt to take another's address", async () => {
    const application = { name: "A", role: "other", reason: "x" } as const;
    await backend.supabase.from("beta_applications").insert([
      { ...application, email: "stranger@example.com" },
      { ...application, email: "victim@example.com" },
    ]);
    // An unconfirmed account with the victim's address, and a change to that address.
    await ask("POST", "/auth/v1/signup", { email: "victim@example.com", password: testPassword });
    await ask("POST", "/auth/v1/token?grant_type=password", { email: "victim@example.com", password: testPassword });
    await ask("PUT", "/auth/v1/user", { email: "victim@example.com" }, signedIn());
    const own = "select=email,status,created_at&order=created_at.desc&limit=100";
    for (const [query, found] of [
      [own, ["stranger@example.com"]],
      [`${own}&email=eq.victim@example.com`, []],
      ["select=*", ["stranger@example.com"]],
    ] as const) {
      const rows: unknown = await (
        await ask("GET", `/rest/v1/beta_applications?${query}`, undefined, signedIn())
      ).json();
      expect(rows).toEqual(found.map((email) => expect.objectContaining({ email })));
    }
  });

  it("gives an applicant's address to nobody who signed up with it first", async () => {
    const email = "owner@example.com";
    await ask("POST", "/auth/v1/signup", { email, password: "the stranger's", data: { name: "Mallory" } });
    const signIn = (password: string) => ask("POST", "/auth/v1/token?grant_type=password", { email, password });
    const session: unknown = await (await ask("POST", "/auth/v1/verify", mailedToken(backend.mails, email))).json();
    expect(JSON.stringify(session)).not.toContain("Mallory");
    expect((await signIn("the stranger's")).status).toBe(400);
    const owner = { authorization: `Bearer ${tokensOf(session).access_token}` };
    expect((await ask("PUT", "/auth/v1/user", { password: "the owner's own" }, owner)).status).toBe(200);
    expect((await signIn("the owner's own")).status).toBe(200);
  });

  it("ends an account's other sessions when its password changes, and only then", async () => {
    const email = "changer@example.com";
    const own = { authorization: `Bearer ${await signUpConfirmed(backend, email)}` };
    const signIn = () => ask("POST", "/auth/v1/token?grant_type=password", { email, password: testPassword });
    const session: unknown = await (await signIn()).json();
    const other = { authorization: `Bearer ${tokensOf(session).access_token}` };
    const { refresh_token } = tokensOf(session);
    const statuses = () =>
      Promise.all([own, other].map(async (who) => (await ask("GET", "/auth/v1/user", undefined, who)).status));
    const change = async (body: object) => (await ask("PUT", "/auth/v1/user", body, own)).status;
    expect([await change({ data: { name: "Ada" } }), await change({ password: "short" })]).toEqual([200, 422]);
    expect(await change({ password: testPassword })).toBe(422);
    expect(await statuses()).toEqual([200, 200]);
    expect(await change({ password: "another-passphrase" })).toBe(200);
    expect(await statuses()).toEqual([200, 403]);
    expect((await ask("POST", "/auth/v1/token?grant_type=refresh_token", { refresh_token })).status).toBe(400);
  });

  it("reports that other sessions could not be ended", async () => {
    const email = "outage@example.com";
    const own = { authorization: `Bearer ${await signUpConfirmed(backend, email)}` };
    await withClient(backend.databaseUrl, async (client) => {
      await client.query("create rule kept as on delete to auth.sessions do instead select 1 / 0");
      const answer = await ask("PUT", "/auth/v1/user", { password: "another-passphrase" }, own);
      await client.query("drop rule kept on auth.sessions");
      expect(answer.status).toBe(500);
    });
  });

  it("spends a link once, by POST, even if it was fetched before, and accepts no code in its place", async () => {
    const email = "link@example.com";
    await ask("POST", "/auth/v1/signup", { email, password: testPassword });
    const { token_hash, type } = mailedToken(backend.mails, email);
    expect(token_hash).toMatch(/^[0-9a-f]{64}$/u);
    for (const method of ["GET", "HEAD"]) await ask(method, `/auth/v1/verify?token=${token_hash}&type=${type}`);
    const verify = async (body: unknown) => (await ask("POST", "/auth/v1/verify", body)).status;
    expect(await verify({ type, email, token: "123456" })).toBe(422);
    expect(await verify({ type: "email_change", token_hash })).toBe(422);
    expect(await verify({ type, token_hash: `${token_hash}0` })).toBe(403);
    expect(await Promise.all([verify({ type, token_hash }), verify({ type, token_hash })])).toContain(200);
    expect(await verify({ type, token_hash })).toBe(403);
  });

  it("makes no account for an unknown address that asks for a link, and one for an applicant", async () => {
    const ids = async (email: string) =>
      JSON.stringify((await backend.supabase.rpc("person_data", { person: email })).data);
    for (const create_user of [true, false])
      expect(
        (await ask("POST", "/auth/v1/otp", { email: `nobody-${create_user}@example.com`, create_user })).status,
      ).toBe(200);
    expect(await ids("nobody-true@example.com")).toContain('"accounts":[]');
    const email = "applicant@example.com";
    await backend.supabase.from("beta_applications").insert({ name: "A", email, role: "other", reason: "x" });
    expect((await ask("POST", "/auth/v1/otp", { email })).status).toBe(200);
    expect(await ids(email)).toContain('"confirmed_at":null');
    const other = "applicant-without@example.com";
    await backend.supabase.from("beta_applications").insert({ name: "A", email: other, role: "other", reason: "x" });
    expect((await ask("POST", "/auth/v1/otp", { email: other, create_user: false })).status).toBe(200);
    expect(await ids(other)).toContain('"accounts":[]');
    expect(backend.mails.filter(({ to }) => to.startsWith("nobody"))).toEqual([]);
    expect((await ask("POST", "/auth/v1/verify", mailedToken(backend.mails, email))).status).toBe(200);
  });

  it("mails one recipient once a minute, whichever call asks and however many at once", async () => {
    const email = "flooded@example.com";
    const calls = ["signup", "otp", "recover"].flatMap((path) => Array.from({ length: 20 }, () => path));
    const answers = await Promise.all(
      calls.map((path) => ask("POST", `/auth/v1/${path}`, { email, password: testPassword })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 429]));
    const refused = answers.find(({ status }) => status === 429);
    expect(Number(refused?.headers.get("retry-after"))).toBeGreaterThan(30);
    expect(await refused?.json()).toMatchObject({ error_code: "over_request_rate_limit", msg: "Too many attempts" });
    expect(backend.mails.filter(({ to }) => to === email).length).toBeLessThanOrEqual(1);
  });

  it("limits attempts at one account's password, wherever they come from", async () => {
    const tries = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        ask("POST", "/auth/v1/token?grant_type=password", { email: "Guessed@example.com", password: `guess ${n}` }),
      ),
    );
    expect(tries.map(({ status }) => status).sort()).toEqual([...Array.from({ length: 10 }, () => 400), 429, 429]);
    const waits = tries.map((answer) => Number(answer.headers.get("retry-after") ?? Infinity));
    expect(Math.min(...waits)).toBeGreaterThan(240);
  });

  it("limits all passwords that are tried or set, as their hashes would keep the process from everything else", async () => {
    const tries = await Promise.all(
      Array.from({ length: 60 }, (_, n) =>
        ask("POST", "/auth/v1/token?grant_type=password", { email: `guessed-${n}@example.com`, password: "a guess" }),
      ),
    );
    expect(new Set(tries.map(({ status }) => status))).toEqual(new Set([400, 429]));
    expect(tries.find(({ status }) => status === 429)?.headers.get("retry-after")).toBe("1");
    const changes = await Promise.all(
      Array.from({ length: 40 }, () => ask("PUT", "/auth/v1/user", { password: testPassword }, signedIn())),
    );
    expect(changes.map(({ status }) => status)).toContain(429);
  });

  it("reports what is wrong with a password in the client library's terms", async () => {
    const { auth } = createClient(backend.origin, apikey, { ...nodeHost, auth: { persistSession: false } });
    for (const [password, reasons] of [
      ["123456", ["length"]],
      ["Password1", ["pwned"]],
      ["iloveyou", ["pwned"]],
      ["åß∂ƒ©˙∆", ["length"]],
    ] as const) {
      const expected = { name: "AuthWeakPasswordError", code: "weak_password", status: 422, reasons };
      expect((await auth.signUp({ email: "weak@example.com", password })).error).toMatchObject(expected);
      const changed = await ask("PUT", "/auth/v1/user", { password }, signedIn());
      expect(await changed.json()).toMatchObject({ error_code: "weak_password", weak_password: { reasons } });
    }
    const long = await auth.signUp({ email: "weak@example.com", password: "ö".repeat(37) });
    expect(long.error).toMatchObject({ code: "validation_failed" });
  });
});
