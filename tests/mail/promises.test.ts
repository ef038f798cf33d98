import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { Webhook } from "standardwebhooks";
import { brand } from "../../server/contract/brand.ts";
import { createSmtp } from "../../server/mail/transports/smtp.ts";
import type { Transport } from "../../server/mail/transports/transport.ts";
import { webhookSecret } from "../support/backend.ts";
import { startOutboxBench } from "./support/outboxBench.ts";
import { startSmtpServer, type TestSmtpServer } from "./support/smtpServer.ts";

let bench: Awaited<ReturnType<typeof startOutboxBench>>;
let server: TestSmtpServer;
let smtp: Transport;
beforeAll(async () => {
  [bench, server] = await Promise.all([startOutboxBench(), startSmtpServer()]);
  smtp = createSmtp(server.url);
});
beforeEach(() =>
  bench.sql(
    "truncate public.waitlist, public.beta_applications, public.email_outbox, public.email_suppressions cascade",
  ),
);
afterEach(() => server.arrived.splice(0));
afterAll(async () => {
  await smtp.close();
  await server.stop();
  await bench.stop();
});

const json = (path: string, body: unknown) =>
  bench.request(path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
const join = async (email: string) =>
  (await json("/waitlist", { email, captcha: await bench.solveCaptcha(), source: "friend" })).status;

/** Joins, and gives the tokens of the mail that arrives. */
async function joined(email = "ada@example.com") {
  expect(await join(email)).toBe(201);
  await bench.drain(smtp);
  const mail = server.arrived.findLast(({ to }) => to[0] === email)?.mail;
  const [, confirm = ""] = /\/#confirm=(\w+)/u.exec(mail?.text ?? "") ?? [];
  const oneClick = mail?.headers.find(({ key }) => key === "list-unsubscribe")?.value ?? "";
  const [, unsubscribe = ""] = /\?token=(\w+)>/u.exec(oneClick) ?? [];
  return { confirm, unsubscribe };
}

const person = async (email = "ada@example.com") => {
  const [row] = await bench.sql<{ confirmed: boolean; unsubscribed: boolean }>(
    "select confirmed_at is not null as confirmed, unsubscribed_at is not null as unsubscribed from public.waitlist where email = $1",
    [email],
  );
  return row;
};
const status = async (answer: Promise<Response>) => (await answer).status;

describe("whoever joins", () => {
  it("is asked to confirm, and is confirmed by the link in the mail, twice as well as once", async () => {
    const { confirm } = await joined();
    expect(await person()).toEqual({ confirmed: false, unsubscribed: false });
    expect(await status(json("/confirm", { token: confirm }))).toBe(204);
    expect(await person()).toEqual({ confirmed: true, unsubscribed: false });
    expect(await status(json("/confirm", { token: confirm }))).toBe(204);
  });

  it("is confirmed by nothing else", async () => {
    const { confirm, unsubscribe } = await joined();
    for (const token of ["", "x", unsubscribe, confirm.toUpperCase(), `${confirm}0`])
      expect(await (await json("/confirm", { token })).json()).toMatchObject({
        code: expect.stringMatching(/^(?:token_spent_or_unknown|invalid)$/u),
      });
    for (const method of ["GET", "HEAD"])
      expect(await status(bench.request(`/confirm?token=${confirm}`, { method }))).toBe(405);
    expect(await person()).toEqual({ confirmed: false, unsubscribed: false });
  });

  it("cannot be confirmed with a link that has expired, or after leaving", async () => {
    const { confirm, unsubscribe } = await joined();
    await bench.sql("update public.email_tokens set expires_at = now() where purpose = 'confirm'");
    expect(await status(json("/confirm", { token: confirm }))).toBe(410);
    await bench.sql("update public.email_tokens set expires_at = now() + interval '1 day'");
    expect(await status(json("/confirm", { token: confirm }))).toBe(204);
    expect(await status(json("/unsubscribe", { token: unsubscribe }))).toBe(204);
    expect(await status(json("/confirm", { token: confirm }))).toBe(410);
    expect(await person()).toEqual({ confirmed: true, unsubscribed: true });
  });

  it("and asks again without having confirmed, is told the same, and mailed again in ten minutes", async () => {
    await joined();
    expect(await join("ada@example.com")).toBe(409);
    expect(await bench.rows()).toHaveLength(1);
    await bench.sql("update public.email_outbox set created_at = created_at - interval '10 minutes'");
    expect(await join("ada@example.com")).toBe(409);
    expect(await bench.rows()).toHaveLength(2);
    await bench.sql("update public.waitlist set confirmed_at = now()");
    await bench.sql("update public.email_outbox set created_at = created_at - interval '8 days'");
    expect(await join("ada@example.com")).toBe(409);
    expect(await bench.rows()).toHaveLength(2);
  });

  it("leaves a proof of consent that names no network address", async () => {
    const { confirm } = await joined();
    await json("/confirm", { token: confirm });
    expect(
      await bench.sql("select event, text_version, client_hash from public.consent_events order by happened_at"),
    ).toEqual([
      { event: "asked", text_version: expect.any(String), client_hash: expect.stringMatching(/^[0-9a-f]{64}$/u) },
      { event: "confirmed", text_version: null, client_hash: expect.stringMatching(/^[0-9a-f]{64}$/u) },
    ]);
  });

  it("finds the database holding no token that a mail carries", async () => {
    const { confirm, unsubscribe } = await joined();
    const tables = ["waitlist", "email_outbox", "email_tokens", "consent_events"];
    for (const table of tables) {
      const text = JSON.stringify(await bench.sql(`select * from public.${table}`));
      expect(text).not.toContain(confirm);
      expect(text).not.toContain(unsubscribe);
    }
  });
});

describe("whoever leaves", () => {
  const oneClick = (token: string, body: BodyInit = new URLSearchParams({ "List-Unsubscribe": "One-Click" })) =>
    status(bench.request(`/unsubscribe?token=${token}`, { method: "POST", body }));

  it("does so with one click in their mail program, and again after joining anew", async () => {
    const { unsubscribe } = await joined();
    expect(await oneClick(unsubscribe)).toBe(204);
    expect(await oneClick(unsubscribe)).toBe(204);
    expect(await person()).toMatchObject({ unsubscribed: true });
    expect(await join("ada@example.com")).toBe(201);
    expect(await person()).toMatchObject({ unsubscribed: false });
    const form = new FormData();
    form.set("List-Unsubscribe", "One-Click");
    expect(await oneClick(unsubscribe, form)).toBe(204);
    expect(await person()).toMatchObject({ unsubscribed: true });
  });

  it("is not made to by programs that look at links", async () => {
    const { confirm, unsubscribe } = await joined();
    for (const method of ["GET", "HEAD"])
      expect(await status(bench.request(`/unsubscribe?token=${unsubscribe}`, { method }))).toBe(405);
    expect(await oneClick(unsubscribe, new URLSearchParams({ a: "b" }))).toBe(400);
    expect(await oneClick(unsubscribe, "")).toBe(400);
    expect(await oneClick(confirm)).toBe(410);
    expect(await person()).toMatchObject({ unsubscribed: false });
  });
});

describe("whoever applies", () => {
  const application = { name: "<b>Eve</b>\r\nBcc: eve@example.com", role: "other", reason: "{{site}}" };

  it("is told that it arrived and how it was decided, in words that are all ours", async () => {
    const submissionId = "00000000-0000-4000-8000-00000000000c";
    const apply = async () =>
      status(
        json("/beta", { ...application, email: "ada@example.com", submissionId, captcha: await bench.solveCaptcha() }),
      );
    expect([await apply(), await apply()]).toEqual([201, 201]);
    await bench.sql("update public.beta_applications set status = 'declined'");
    await bench.drain(smtp);
    expect(server.arrived.map(({ mail }) => mail.subject).sort()).toEqual([
      `We have your application for ${brand}’s beta`,
      `Your application for ${brand}’s beta`,
    ]);
    for (const { raw, to } of server.arrived) {
      expect(raw).not.toMatch(/Eve|Bcc|List-Unsubscribe/u);
      expect(to).toEqual(["ada@example.com"]);
    }
  });
});

describe("what the mail provider reports", () => {
  const report = (type: string, data: object, { secret = webhookSecret, at = new Date(), prefix = "svix" } = {}) => {
    const body = JSON.stringify({ type, data });
    const signature = new Webhook(secret).sign("msg_1", at, body);
    const time = String(Math.floor(at.getTime() / 1000));
    const headers = { [`${prefix}-id`]: "msg_1", [`${prefix}-timestamp`]: time, [`${prefix}-signature`]: signature };
    return status(bench.request("/mail/events", { method: "POST", headers, body }));
  };
  const suppressed = async () => (await bench.sql("select reason from public.email_suppressions")).map((row) => row);
  const bounce = { to: ["Ada@example.com"], bounce: { type: "Permanent" } };

  it("keeps an address from being mailed, however often it is told", async () => {
    await joined();
    expect([
      await report("email.bounced", bounce),
      await report("email.bounced", bounce, { prefix: "webhook" }),
    ]).toEqual([204, 204]);
    expect(await suppressed()).toEqual([{ reason: "bounced" }]);
    expect(await person()).toMatchObject({ unsubscribed: true });
    expect(await report("email.complained", { to: "ada@example.com" })).toBe(204);
    expect(await suppressed()).toEqual([{ reason: "complained" }]);
  });

  it("counts for nothing unsigned, signed by another, late, transient, or about a stranger", async () => {
    await joined();
    expect(await status(bench.request("/mail/events", { method: "POST", body: "{}" }))).toBe(401);
    const other = `whsec_${Buffer.from("another-secret-of-thirty-two-byt").toString("base64")}`;
    expect(await report("email.bounced", bounce, { secret: other })).toBe(401);
    expect(await report("email.bounced", bounce, { at: new Date(Date.now() - 6 * 60_000) })).toBe(401);
    expect(await report("email.bounced", { ...bounce, bounce: { type: "Transient" } })).toBe(204);
    expect(await report("email.bounced", { to: ["stranger@example.com"] })).toBe(204);
    expect(await report("email.opened", bounce)).toBe(204);
    expect(await suppressed()).toEqual([]);
  });
});

describe("what is swept away", () => {
  const prune = async (days = 30) =>
    (await bench.sql<{ gone: unknown }>("select public.prune_records($1, 90) as gone", [days]))[0]?.gone;
  const age = (days: number) =>
    bench.sql(
      `update public.email_outbox set created_at = created_at - interval '${days} days', sent_at = sent_at - interval '${days} days'`,
    );

  it("is who was asked and did not confirm in thirty days, with all that hangs on them", async () => {
    await joined();
    await joined("bo@example.com").then(({ confirm }) => json("/confirm", { token: confirm }));
    await bench.sql("select public.import_waitlist($1)", [
      JSON.stringify([{ email: "imported@example.com", created_at: "2020-01-01" }]),
    ]);
    await age(29);
    expect(await prune()).toMatchObject({ people: 0 });
    await age(2);
    expect(await prune()).toMatchObject({ people: 1 });
    expect(
      (await bench.sql<{ email: string }>("select email from public.waitlist order by 1")).map(({ email }) => email),
    ).toEqual(["bo@example.com", "imported@example.com"]);
    expect(await bench.sql("select from public.email_tokens where email = 'ada@example.com'")).toEqual([]);
    expect(await bench.rows("email = 'ada@example.com'")).toEqual([]);
  });

  it("is nobody whose mail was never sent, or asked again of late", async () => {
    await join("unsent@example.com");
    await age(40);
    expect(await prune()).toMatchObject({ people: 0 });
    await bench.drain(smtp);
    await age(40);
    await join("unsent@example.com");
    expect(await prune()).toMatchObject({ people: 0 });
  });
});
