import { Client } from "pg";
import { beforeAll, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { embeddedPublishableKey as apikey } from "../../../server/contract/brand.ts";
import { withClient } from "../../../server/embedded/database/withClient.ts";
import { createAuthLimits, mailboxOf } from "../../../server/guard/limits.ts";
import { createRateLimiter, defaultRateLimit } from "../../../server/http/rateLimit.ts";
import { startBackend } from "../../support/backend.ts";
import { mailedToken, signUpConfirmed, testPassword } from "../../support/users.ts";

describe("the limits of sign-in calls, for which no captcha is needed", () => {
  let backend: Awaited<ReturnType<typeof startBackend>>;
  beforeAll(async () => {
    backend = await startBackend({ proxies: 1, rateLimit: defaultRateLimit });
    return () => backend.stop();
  });
  beforeEach(() => backend.tables.letTimePass());
  const sql = <T extends object>(text: string, values: unknown[] = []) =>
    withClient(backend.databaseUrl, async (client) => (await client.query<T>(text, values)).rows);

  let calls = 0;
  /** Makes a call, from a new network unless the test names one, and returns the answer. */
  const call = (path: string, body: object, from = `10.${calls >> 8}.${calls++ & 255}.1`, token?: string) =>
    backend.service(`/auth/v1/${path}`, {
      method: path === "user" ? "PUT" : "POST",
      headers: {
        apikey,
        "content-type": "application/json",
        "x-forwarded-for": from,
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(body),
    });
  const ask = async (path: string, email: string, from?: string) =>
    (await call(path, { email, password: "a-long-passphrase" }, from)).status;
  const times = <T>(count: number, make: (n: number) => T) =>
    Promise.all(Array.from({ length: count }, (_, n) => make(n)));
  const anybody = () => `${crypto.randomUUID()}@example.com`;
  const attempt = "token?grant_type=password";

  it("mail one mailbox once a minute, whichever call asks, under whichever of its tags", async () => {
    const address = (n: number) => `victim+${n}@example.com`;
    const before = backend.mails.length;
    const paths = ["signup", "otp", "recover"];
    const statuses = await times(12, (n) => ask(paths[n % 3] ?? "", address(n % 4)));
    expect(statuses.sort()).toEqual([200, ...Array.from({ length: 11 }, () => 429)]);
    expect(backend.mails.length - before).toBeLessThanOrEqual(1);
    const refused = await call("otp", { email: address(0) });
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(30);
    expect(await refused.json()).toMatchObject({ error_code: "over_request_rate_limit", msg: "Too many attempts" });
  });

  it("know a mailbox in the database as in the backend", async () => {
    const addresses = ["a@example.com", "a+b+c@x", "+a@x", "a.b+c@gmail.com", "a.b@googlemail.com"];
    const rows = await sql<{ mailbox: string }>(
      "select public.email_mailbox_v1(a) as mailbox from unnest($1::text[]) a",
      [addresses],
    );
    expect(addresses.map(mailboxOf)).toEqual(rows.map(({ mailbox }) => mailbox));
  });

  it("take five mails to a mailbox at once and one in twelve minutes, and of all mails a third from one network", async () => {
    const secret = "a-secret-of-at-least-thirty-two-letters";
    const limits = createAuthLimits(backend.store, secret, createRateLimiter(backend.store, secret, defaultRateLimit));
    const wait = (email: string, client = "192.0.2.1"): Promise<number> =>
      limits.mailTo(email, client).then(
        () => 0,
        (error: unknown) => Object(error).retryAfter,
      );
    const pass = (seconds: number) =>
      sql("update public.rate_limits set tat = tat - make_interval(secs => $1)", [seconds]);
    for (let minute = 0; minute < 5; minute++) {
      expect([await wait("ada@example.com"), await wait("a.da+tag@example.com")]).toEqual([0, 0]);
      expect(await wait("ada+tag@example.com")).toBeGreaterThan(50);
      await pass(60);
    }
    expect(await wait("ada@example.com")).toBeGreaterThan(400);
    await pass(420);
    expect(await wait("ada@example.com")).toBe(0);
    await pass(10_000);
    const waits = [];
    for (let n = 0; n < 40; n++) waits.push(await wait(`person${n}@example.com`));
    expect(waits.filter((seconds) => seconds === 0)).toHaveLength(34);
    expect(await wait("person40@example.com", "198.51.100.1")).toBe(0);
  });

  it("leave everybody else their share whatever one network does", async () => {
    const addressOf = (client: number) => `2001:db8:1:${client}::1`;
    const mails = await times(120, (n) => ask(["signup", "otp", "recover"][n % 3] ?? "", anybody(), addressOf(n % 10)));
    expect(mails.filter((status) => status === 200).length).toBeLessThan(60);
    expect(await ask("otp", anybody(), "198.51.100.7")).toBe(200);
    const passwords = await times(60, (n) => ask(attempt, anybody(), addressOf(n % 10)));
    expect(new Set(passwords)).toEqual(new Set([400, 429]));
    expect(await ask(attempt, anybody(), "198.51.100.7")).toBe(400);
  });

  it("stop guesses at one account's password, wherever they come from", async () => {
    const tries = await times(12, (n) => call(attempt, { email: "Guessed@example.com", password: `guess ${n}` }));
    expect(tries.map(({ status }) => status).sort()).toEqual([...Array.from({ length: 10 }, () => 400), 429, 429]);
  });

  it("stop everybody's passwords together, as their hashes would keep the process from everything else", async () => {
    const tries = await times(60, () => call(attempt, { email: anybody(), password: "a guess" }));
    expect(new Set(tries.map(({ status }) => status))).toEqual(new Set([400, 429]));
    expect(tries.find(({ status }) => status === 429)?.headers.get("retry-after")).toBe("1");
  });

  it("are each client's own, and do not concern valid links and the end of a session", async () => {
    const strict = await startBackend({ proxies: 1, rateLimit: { burst: 3, secondsPerRequest: 600 } });
    onTestFinished(() => strict.stop());
    const usual = backend;
    backend = strict;
    onTestFinished(() => void (backend = usual));
    const status = async (...given: Parameters<typeof call>) => (await call(...given)).status;
    const email = "ada@example.com";
    expect(await status("signup", { email, password: testPassword }, "192.0.2.1")).toBe(200);
    const wrong = { type: "signup", token_hash: "0".repeat(64) };
    for (const answer of [403, 403, 429]) expect(await status("verify", wrong, "192.0.2.1")).toBe(answer);
    expect(await status("verify", mailedToken(strict.mails, email), "192.0.2.1")).toBe(200);

    const token = await signUpConfirmed(strict, "owner@example.com");
    const guess = (n: number) => status(attempt, { email: `guessed-${n}@example.com`, password: "x" }, "192.0.2.2");
    const change = () => status("user", { password: testPassword }, "192.0.2.2", token);
    expect([await guess(1), await guess(2), await change(), await guess(3)]).toEqual([400, 400, 422, 429]);
    // Each of these calls leaves a record.
    const renamed = [];
    for (const name of ["A", "B", "C", "D"]) renamed.push(await status("user", { data: { name } }, "192.0.2.3", token));
    expect(renamed).toEqual([200, 200, 200, 429]);
    expect(await status("logout?scope=global", {}, "192.0.2.3", token)).toBe(204);
  });

  it("let a whole burst in, whatever the order in which concurrent transactions begin, and no more after a day's rest", async () => {
    const [early, late] = [0, 1].map(() => new Client({ connectionString: backend.databaseUrl }));
    if (!early || !late) throw new Error("There are two.");
    onTestFinished(async () => void (await Promise.all([early.end(), late.end()])));
    await Promise.all([early.connect(), late.connect()]);
    const bucket = `captcha:${"a".repeat(64)}`;
    const take = async (client: Client) =>
      (await client.query<{ wait: number }>("select public.take_rate_limit($1, 4, 60) as wait", [bucket])).rows[0]
        ?.wait;
    await early.query("begin; select now()");
    for (let n = 1; n <= 3; n++) expect(await take(late)).toBe(0);
    expect(await take(early)).toBe(0);
    await early.query("commit");
    expect(await take(late)).toBe(60);
    await late.query("update public.rate_limits set tat = now() - interval '1 day' where key = $1", [bucket]);
    for (const wait of [0, 0, 0, 0, 60]) expect(await take(late)).toBe(wait);
  });
});
