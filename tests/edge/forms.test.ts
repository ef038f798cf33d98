import { request } from "node:http";
import { Webhook } from "standardwebhooks";
import { beforeAll, describe, expect, it } from "vitest";
import { formsBasePath } from "../../server/contract/outcomes.ts";
import { serve } from "../../server/http/serve.ts";
import { keyedHash } from "../../server/lib/keyedHash.ts";
import { defaultRateLimit } from "../../server/http/rateLimit.ts";
import { deriveTokens } from "../../server/mail/outbox/tokens.ts";
import { captchaSecret, mintCaptcha, siteOrigin, startBackend, webhookSecret } from "../support/backend.ts";
import { startDenoFunction } from "../support/denoFunction.ts";
import { eventually } from "../support/eventually.ts";

/** The edge function in Deno, which is the production default, here against the test database and a mail provider. */
describe("the edge function", () => {
  let backend: Awaited<ReturnType<typeof startBackend>>;
  let base: string;
  /** Lines that the function has logged. */
  const said: string[] = [];
  const accepted = "4ef2f6a1-0000-4000-8000-000000000000";
  /** Requests that the mail provider received. */
  const requests: { headers: Headers; mail: Record<string, unknown> }[] = [];
  const requestFor = (email: string) => requests.find(({ mail }) => String(mail["to"]) === email);

  beforeAll(async () => {
    backend = await startBackend();
    const provider = await serve(
      async (sent) => {
        requests.push({ headers: sent.headers, mail: Object(await sent.json()) });
        return Response.json({ id: accepted });
      },
      { port: 0, host: "127.0.0.1" },
    );
    const { child, url } = await startDenoFunction(
      ["--preload=tests/edge/platform.ts", "supabase/functions/forms/index.ts"],
      {
        log: (line) => said.push(line),
        env: {
          ...process.env,
          SUPABASE_URL: backend.origin,
          SUPABASE_SECRET_KEY: backend.secretKey,
          SITE_URL: siteOrigin,
          FORMS_SECRET: captchaSecret,
          MAIL_SCHEDULE_SECRET: captchaSecret,
          MAIL_WEBHOOK_SECRET: webhookSecret,
          UNCONFIRMED_DAYS: "9",
          OPERATOR_EMAIL: "operator@keelbook.example",
          RESEND: `http://127.0.0.1:${provider.port}`,
          RESEND_API_KEY: "re_key",
          MAIL_FROM: "Keelbook <hello@keelbook.example>",
          MAIL_IMPRINT: "Keelbook, 1 Harbour Street",
        },
      },
    );
    base = url;
    return async () => {
      child.kill("SIGKILL");
      await provider.close();
      await backend.stop();
    };
  });

  const signUp = async (headers: Record<string, string> = {}, email = "somebody@example.com") =>
    fetch(`${base}/waitlist`, {
      method: "POST",
      headers: { "content-type": "application/json", origin: siteOrigin, ...headers },
      body: JSON.stringify({ email, captcha: await mintCaptcha() }),
    });

  it("stores a sign-up once, and mails after its answer, with links that every sender of the database makes alike", async () => {
    const email = "mailed@example.com";
    const from = { "cf-connecting-ip": "198.51.100.4" };
    expect((await signUp(from, email)).status).toBe(201);
    await eventually("the platform waited", async () => said.includes("The platform waited."));
    const again = await signUp(from, email);
    expect([again.status, again.headers.get("access-control-allow-origin")]).toEqual([409, siteOrigin]);
    expect((await backend.tables.waitlist()).filter((row) => row.email === email)).toHaveLength(1);
    const { headers, mail } = requestFor(email) ?? {};
    const id = headers?.get("idempotency-key") ?? "";
    const { data } = await backend.supabase.from("email_outbox").select("email, provider_id").eq("id", id);
    expect(data).toEqual([{ email, provider_id: accepted }]);
    expect(headers?.get("authorization")).toBe("Bearer re_key");
    const tokens = await deriveTokens(backend.secretKey, { id, kind: "waitlist-confirmation", email });
    expect(mail).toMatchObject({
      from: '"Keelbook" <hello@keelbook.example>',
      headers: { "List-Unsubscribe": `<${backend.origin}${formsBasePath}/unsubscribe?token=${tokens.unsubscribe}>` },
    });
    for (const text of [`${siteOrigin}/#confirm=${tokens.confirm}`, "after 9 days", "\nKeelbook, 1 Harbour Street\n"])
      expect(mail?.["text"]).toContain(text);
  });

  const refusals = async (count: number, headers: (n: number) => Record<string, string>) => {
    const answers = await Promise.all(Array.from({ length: count }, (_, n) => signUp(headers(n + 1))));
    return answers.filter(({ status }) => status === 429).length;
  };

  it("limits each client by the address the platform sets, whatever else a header claims", async () => {
    const lies = (n: number) => ({ "x-forwarded-for": `192.0.2.${n}`, "x-real-ip": `192.0.2.${n}` });
    expect(await refusals(25, (n) => ({ ...lies(n), "cf-connecting-ip": "198.51.100.1" }))).toBeGreaterThan(0);
    expect(await refusals(25, (n) => ({ "cf-connecting-ip": `2001:db8::${n}` }))).toBeGreaterThan(0);
    expect(await refusals(1, () => ({ "cf-connecting-ip": "198.51.100.2" }))).toBe(0);
  });

  it("counts all requests without an address as one client, whatever they claim", async () => {
    const { burst, secondsPerRequest } = defaultRateLimit;
    const bucket = `waitlist:${await keyedHash(captchaSecret, "unknown")}`;
    let [claimed, refused] = [0, 0];
    // A used-up bucket has room for a request after a while. A slow machine may take that long for three
    // requests, and then tries again.
    await eventually("all of them are refused", async () => {
      const tat = new Date(Date.now() + burst * secondsPerRequest * 1000).toISOString();
      await backend.supabase.from("rate_limits").upsert({ key: bucket, tat }).throwOnError();
      refused = await refusals(3, () => ({ "x-forwarded-for": `192.0.2.${++claimed}` }));
      return refused === 3;
    });
    expect(refused).toBe(3);
  });

  it("reads the mail provider's reports if they are signed with its secret", async () => {
    const [at, body] = [new Date(), '{"type":"email.delivered"}'];
    const report = async (signature: string) => {
      const stamp = { "webhook-id": "a", "webhook-timestamp": `${Math.floor(+at / 1000)}` };
      const headers = { ...stamp, "webhook-signature": signature };
      return (await fetch(`${base}/mail/events`, { method: "POST", headers, body })).status;
    };
    expect([await report(new Webhook(webhookSecret).sign("a", at, body)), await report("v1,forged")]).toEqual([
      204, 401,
    ]);
  });

  /** Calls the function as the database's schedule does. */
  const schedule = async (job: "drain" | "prune", secret = captchaSecret) =>
    (await fetch(`${base}/mail/${job}`, { method: "POST", headers: { authorization: `Bearer ${secret}` } })).status;

  it("mails what waits, and the operator of what they have to know, when the database's schedule calls", async () => {
    const created_at = new Date(Date.now() - 41 * 3_600_000).toISOString();
    const application = { name: "B", email: "bo@example.com", role: "other", reason: "x", created_at } as const;
    await backend.supabase.from("beta_applications").insert(application).throwOnError();
    const email = "waiting@example.com";
    await backend.tables.addToWaitlist([{ email }]);
    await backend.supabase.from("email_outbox").insert({ kind: "waitlist-confirmation", email }).throwOnError();
    expect(await schedule("drain")).toBe(202);
    await eventually("it is mailed", async () => requestFor(email) !== undefined);
    await eventually("the operator is", async () => requestFor("operator@keelbook.example") !== undefined);
  });

  it("erases expired data when the schedule calls with its secret, after its answer", async () => {
    for (const [name, days] of [
      ["late", 10],
      ["not-yet", 8],
    ] as const) {
      const email = `${name}@example.com`;
      await backend.tables.addToWaitlist([{ email }]);
      const happened_at = new Date(Date.now() - days * 86_400_000).toISOString();
      const { id: person = "" } = (await backend.tables.waitlist()).find((row) => row.email === email) ?? {};
      await backend.supabase.from("consent_events").insert({ person, event: "asked", happened_at }).throwOnError();
    }
    expect([await schedule("prune", "x"), await schedule("prune")]).toEqual([401, 202]);
    const kept = async () => (await backend.tables.waitlist()).map(({ email }) => email);
    await eventually("it is erased", async () => !(await kept()).includes("late@example.com"));
    expect(await kept()).toContain("not-yet@example.com");
  });

  it.each([
    ["the method TRACE", { method: "TRACE" }],
    ["a port for a host that is none", { headers: { host: "site.example:99999" } }],
  ])("refuses a request with %s", async (_, options) => {
    const status = await new Promise((resolve, reject) => {
      request(`${base}/health`, options, (answer) => resolve(answer.resume().statusCode))
        .on("error", reject)
        .end();
    });
    expect(status).toBe(400);
  });

  it("serves challenges", async () => {
    expect(await (await fetch(`${base}/captcha`)).json()).toHaveProperty("signature");
  });
});
