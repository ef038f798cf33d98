import { request } from "node:http";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { formsBasePath } from "../../server/contract/outcomes.ts";
import { withClient } from "../../server/embedded/database/withClient.ts";
import { keyedHash } from "../../server/lib/keyedHash.ts";
import { defaultRateLimit } from "../../server/lib/rateLimit.ts";
import { serve } from "../../server/embedded/http/serve.ts";
import { deriveTokens } from "../../server/mail/outbox/tokens.ts";
import { type DenoFunction, startDenoFunction } from "../support/denoFunction.ts";
import { eventually } from "../support/eventually.ts";
import { captchaSecret, mintCaptcha, siteOrigin, startBackend, webhookSecret } from "../support/backend.ts";

/** The production default: the edge function in Deno, here against the test database. */
describe("the edge function", () => {
  let backend: Awaited<ReturnType<typeof startBackend>>;
  let child: DenoFunction["child"];
  let base: string;
  /** What the functions have logged since the test began. */
  const said: string[] = [];
  beforeEach(() => void (said.length = 0));
  const platformWaited = () => eventually("the platform waited", async () => said.includes("The platform waited."));

  const startFunction = (env: NodeJS.ProcessEnv = {}) =>
    startDenoFunction(["--preload=tests/edge/platform.ts", "supabase/functions/forms/index.ts"], {
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
        ...env,
      },
    });
  beforeAll(async () => {
    backend = await startBackend();
    ({ child, url: base } = await startFunction());
  });
  afterAll(async () => {
    child.kill("SIGKILL");
    await backend.stop();
  });

  const signUp = async (
    headers: Record<string, string> = {},
    { email = "somebody@example.com", url = base }: { email?: string; url?: string } = {},
  ) =>
    fetch(`${url}/waitlist`, {
      method: "POST",
      headers: { "content-type": "application/json", origin: siteOrigin, ...headers },
      body: JSON.stringify({ email, captcha: await mintCaptcha() }),
    });

  it("stores a sign-up once, under the path the platform calls it by", async () => {
    const email = "edge@example.com";
    const join = () => signUp({ "cf-connecting-ip": "198.51.100.6" }, { email });
    expect((await join()).status).toBe(201);
    const again = await join();
    expect(again.status).toBe(409);
    expect(again.headers.get("access-control-allow-origin")).toBe(siteOrigin);
    const { data } = await backend.supabase.from("waitlist").select("email").eq("email", email);
    expect(data).toEqual([{ email }]);
  });

  const limited = async (senders: Record<string, string>[]) => {
    const statuses = await Promise.all(senders.map(async (headers) => (await signUp(headers)).status));
    return statuses.filter((status) => status === 429).length;
  };
  const senders = (count: number, headers: (n: number) => Record<string, string>) =>
    Array.from({ length: count }, (_, n) => headers(n + 1));

  it("limits each client by the address the platform sets, whatever else a header claims", async () => {
    const lies = (n: number) => ({ "x-forwarded-for": `192.0.2.${n}`, "x-real-ip": `192.0.2.${n}` });
    expect(await limited(senders(25, (n) => ({ ...lies(n), "cf-connecting-ip": "198.51.100.1" })))).toBe(5);
    expect(await limited(senders(25, (n) => ({ "cf-connecting-ip": `2001:db8::${n}` })))).toBe(5);
    expect(await limited([{ "cf-connecting-ip": "198.51.100.2" }])).toBe(0);
  });

  it("counts all requests without an address as one client, whatever they claim", async () => {
    const { data } = await backend.supabase.rpc("take_rate_limit", {
      bucket: `waitlist:${await keyedHash(captchaSecret, "unknown")}`,
      burst: 1000,
      // The whole burst.
      seconds_per_request: defaultRateLimit.burst * defaultRateLimit.secondsPerRequest + 50,
    });
    expect(data).toBe(0);
    expect(await limited(senders(3, (n) => ({ "x-forwarded-for": `192.0.2.${n}` })))).toBe(3);
    expect(await limited([{ "cf-connecting-ip": "198.51.100.3" }])).toBe(0);
  });

  it("reads the mail provider's reports if they are signed with its secret", async () => {
    const event = '{"type":"email.delivered"}';
    const at = new Date();
    const report = (signature: string) =>
      fetch(`${base}/mail/events`, {
        method: "POST",
        headers: {
          "webhook-id": "a",
          "webhook-timestamp": `${Math.floor(+at / 1000)}`,
          "webhook-signature": signature,
        },
        body: event,
      });
    expect((await report(new Webhook(webhookSecret).sign("a", at, event))).status).toBe(204);
    expect((await report("v1,forged")).status).toBe(401);
  });

  /** Calls the function as the database's schedule does. */
  const schedule = (job: "drain" | "prune", url = base, secret = captchaSecret) =>
    fetch(`${url}/mail/${job}`, { method: "POST", headers: { authorization: `Bearer ${secret}` } });

  const addExpiredToken = async () => {
    const email = "kept@example.com";
    await backend.supabase.from("waitlist").upsert({ email }, { onConflict: "email" }).throwOnError();
    await backend.supabase
      .from("email_tokens")
      .upsert({ hash: "0".repeat(64), purpose: "confirm", email, expires_at: "2020-01-01" })
      .throwOnError();
  };
  const expiredTokens = async () => {
    const tokens = backend.supabase.from("email_tokens").select("*", { count: "exact", head: true });
    return (await tokens.lt("expires_at", "2021-01-01")).count;
  };

  const unconfirmed = ["late@example.com", "not-yet@example.com"];
  const askedBefore = async (email: string, days: number) => {
    await backend.supabase.from("waitlist").insert({ email }).throwOnError();
    await withClient(backend.databaseUrl, (client) =>
      client.query(
        "insert into consent_events (email, event, happened_at) values ($1, 'asked', now() - $2::interval)",
        [email, `${days} days`],
      ),
    );
  };

  it("erases expired data when the database's schedule calls, after its answer", async () => {
    await askedBefore("late@example.com", 10);
    await askedBefore("not-yet@example.com", 8);
    await addExpiredToken();
    expect([(await schedule("prune", base, "x")).status, (await schedule("prune")).status]).toEqual([401, 202]);
    await platformWaited();
    expect(await expiredTokens()).toBe(0);
    const { data } = await backend.supabase.from("waitlist").select("email").in("email", unconfirmed);
    expect(data).toEqual([{ email: "not-yet@example.com" }]);
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

  describe("that sends mails", () => {
    let url: string;
    const accepted = "4ef2f6a1-0000-4000-8000-000000000000";
    /** What the provider got. */
    const requests: { headers: Headers; mail: Record<string, unknown> }[] = [];
    const requestFor = (email: string) => requests.find(({ mail }) => String(mail["to"]) === email);
    beforeAll(async () => {
      const provider = await serve(
        async (sent) => {
          requests.push({ headers: sent.headers, mail: Object(await sent.json()) });
          return Response.json({ id: accepted });
        },
        { port: 0, host: "127.0.0.1" },
      );
      const { child: other, ...started } = await startFunction({
        RESEND: `http://127.0.0.1:${provider.port}`,
        RESEND_API_KEY: "re_key",
        MAIL_FROM: "Keelbook <hello@keelbook.example>",
        MAIL_IMPRINT: "Keelbook, 1 Harbour Street",
      });
      ({ url } = started);
      return async () => {
        other.kill("SIGKILL");
        await provider.close();
      };
    });

    it("mails after the answer to a sign-up, with links that every sender of the database makes alike", async () => {
      const email = "mailed@example.com";
      expect((await signUp({ "cf-connecting-ip": "198.51.100.4" }, { email, url })).status).toBe(201);
      await platformWaited();
      const { headers, mail } = requestFor(email) ?? {};
      const id = headers?.get("idempotency-key") ?? "";
      const { data } = await backend.supabase.from("email_outbox").select("email, provider_id").eq("id", id);
      expect(data).toEqual([{ email, provider_id: accepted }]);
      expect([headers?.get("authorization"), mail?.["from"]]).toEqual([
        "Bearer re_key",
        '"Keelbook" <hello@keelbook.example>',
      ]);
      const tokens = await deriveTokens(backend.secretKey, { id, kind: "waitlist-confirmation", email });
      for (const text of [`${siteOrigin}/#confirm=${tokens.confirm}`, "after 9 days", "\nKeelbook, 1 Harbour Street\n"])
        expect(mail?.["text"]).toContain(text);
      expect(mail?.["headers"]).toMatchObject({
        "List-Unsubscribe": `<${backend.origin}${formsBasePath}/unsubscribe?token=${tokens.unsubscribe}>`,
      });
    });

    it("mails what waits when the database's schedule calls", async () => {
      const email = "waiting@example.com";
      expect((await signUp({ "cf-connecting-ip": "198.51.100.5" }, { email })).status).toBe(201);
      expect((await schedule("drain", url)).status).toBe(202);
      await platformWaited();
      expect(requestFor(email)).toBeDefined();
    });
  });
});
