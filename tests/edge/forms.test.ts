import { request } from "node:http";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { withClient } from "../../server/embedded/database/withClient.ts";
import { keyedHash } from "../../server/limits/keyedHash.ts";
import { defaultRateLimit } from "../../server/limits/rateLimit.ts";
import { type DenoFunction, startDenoFunction } from "../support/denoFunction.ts";
import { eventually } from "../support/eventually.ts";
import { captchaSecret, mintCaptcha, siteOrigin, startBackend, webhookSecret } from "../support/backend.ts";

/** The production default: the edge function in Deno, here against the test database. */
describe("the edge function", () => {
  let backend: Awaited<ReturnType<typeof startBackend>>;
  let child: DenoFunction["child"];
  let base: string;
  const said: string[] = [];

  /** Starts the function; `said` gets what it logs. */
  const startFunction = () =>
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

  const signUp = async (headers: Record<string, string> = {}) =>
    fetch(`${base}/waitlist`, {
      method: "POST",
      headers: { "content-type": "application/json", origin: siteOrigin, ...headers },
      body: JSON.stringify({ email: "edge@example.com", captcha: await mintCaptcha() }),
    });

  it("stores a sign-up once, under the path the platform calls it by", async () => {
    expect((await signUp()).status).toBe(201);
    const again = await signUp();
    expect(again.status).toBe(409);
    expect(again.headers.get("access-control-allow-origin")).toBe(siteOrigin);
    const { data } = await backend.supabase.from("waitlist").select("email");
    expect(data).toEqual([{ email: "edge@example.com" }]);
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
      // The whole burst, and no more than a correct clock would allow (docs/decisions/0195).
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

  const askToPrune = (secret = captchaSecret, url = base) =>
    fetch(`${url}/mail/prune`, { method: "POST", headers: { authorization: `Bearer ${secret}` } });

  it("erases expired data when the database's schedule calls, after its answer", async () => {
    const email = "kept@example.com";
    await backend.supabase.from("waitlist").insert({ email });
    await backend.supabase
      .from("email_tokens")
      .insert({ hash: "0".repeat(64), purpose: "confirm", email, expires_at: "2020-01-01" });
    expect([(await askToPrune("x")).status, (await askToPrune()).status]).toEqual([401, 202]);
    await eventually("no token left", async () => {
      const { count } = await backend.supabase.from("email_tokens").select("*", { count: "exact", head: true });
      return count === 0;
    });
    await eventually("the platform waited", async () => said.includes("The platform waited."));
    expect(said.filter((line) => line.includes("failed"))).toEqual([]);
  });

  it("erases nothing while the database's clock differs, and says so", async () => {
    await withClient(backend.databaseUrl, (client) =>
      client.query(
        `alter function schema_report rename to true_report;
         create function schema_report() returns jsonb language sql set search_path = ''
           as 'select public.true_report() || jsonb_build_object(''clock'', now() + interval ''1 hour'')'`,
      ),
    );
    // Another instance: one is asked at most every ten seconds.
    const other = await startFunction();
    onTestFinished(() => void other.child.kill("SIGKILL"));
    expect((await askToPrune(captchaSecret, other.url)).status).toBe(202);
    await eventually("a line of the log", async () => said.some((line) => line.includes("failed")));
    expect(said).toContainEqual(
      expect.stringMatching(
        /^The daily clean-up failed; it is tried again tomorrow\. The database's clock is 60 min ahead/u,
      ),
    );
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
