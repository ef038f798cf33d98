import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { startSender } from "../../server/mail/outbox/hosts.ts";
import { createSender } from "../../server/mail/outbox/sender.ts";
import { createSmtp } from "../../server/mail/transports/smtp.ts";
import { brand } from "../../server/contract/brand.ts";
import { eventually } from "../support/eventually.ts";
import { killSenders } from "./support/killSenders.ts";
import { type OutboxBench, useOutboxBench } from "./support/outboxBench.ts";
import { startSmtpServer, type Verdict } from "./support/smtpServer.ts";
import { transportThat } from "./support/transportThat.ts";

let bench: OutboxBench;
useOutboxBench((started) => (bench = started));

/** A real SMTP server, and a transport to it. */
async function smtpThat(verdict?: Verdict, options = {}) {
  const server = await startSmtpServer(options, verdict);
  const smtp = createSmtp(server.url);
  onTestFinished(async () => {
    await smtp.close();
    await server.stop();
  });
  return { server, smtp };
}

const raise = (error: Error): never => {
  throw error;
};
const due = () => bench.sql("update public.email_outbox set not_before = now()");
const ended = () => bench.rows("failed_at is not null");
const one = async () => (await bench.rows())[0];

describe("a sender", () => {
  it("sends each mail once, under its id, with a link to unsubscribe", async () => {
    const { server, smtp } = await smtpThat();
    await bench.fill(30);
    const rounds = await Promise.all([bench.drain(smtp), bench.drain(smtp)]);
    expect(rounds.reduce((sum, { sent }) => sum + sent, 0)).toBe(30);
    expect(await bench.drain(smtp)).toEqual({ sent: 0, failed: 0 });
    const ids = (await bench.rows("sent_at is not null")).map(({ id }) => `<${id}@keelbook.example>`);
    expect(server.arrived.map(({ mail }) => mail.messageId).sort()).toEqual(ids.sort());
    const { mail } = server.arrived[0] ?? {};
    expect(Object.fromEntries(mail?.headers.map(({ key, value }) => [key, value]) ?? [])).toMatchObject({
      "list-id": "<waitlist.keelbook.example>",
      "list-unsubscribe": expect.stringMatching(
        /^<https:\/\/site\.example\/functions\/v1\/forms\/unsubscribe\?token=\w{64}>$/u,
      ),
      "list-unsubscribe-post": "List-Unsubscribe=One-Click",
      "feedback-id": `waitlist-confirmation:${brand.toLowerCase()}`,
    });
    expect(mail?.text).toMatch(/https:\/\/site\.example\/#confirm=[0-9a-f]{64}/u);
  });

  it("loses no mail and gives none another id where it is killed while mails go out", async () => {
    const kills = 2;
    const { doubles, ...rest } = await killSenders(bench.databaseUrl, 100, kills);
    expect(rest).toEqual({ kills, missed: 0, strangers: 0, unsent: 0 });
    // These are mails whose answer from the server was not recorded yet, at most one a connection.
    expect(doubles).toBeLessThanOrEqual(3 * kills);
  });

  it("sends no further mails when the database takes no results, as each of them would be sent again", async () => {
    await bench.fill(20);
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    let waits: NodeJS.Timeout | undefined;
    onTestFinished(() => {
      clearInterval(waits);
      vi.useRealTimers();
    });
    const { taken, transport } = transportThat(() => undefined);
    const settle = () => {
      waits ??= setInterval(() => vi.advanceTimersByTime(5000), 10);
      return Promise.reject(new Error("down"));
    };
    const outbox = { ...bench.outbox, settle };
    await expect(bench.drain(transport, { outbox })).rejects.toThrow("down");
    expect(taken.length).toBeLessThanOrEqual(transport.concurrency);
  });
});

describe("ten failures in a row", () => {
  const blocked = "JunkMail rejected - [203.0.113.9] is in an RBL, see https://rbl.example";
  const onRcptTo = (_address: unknown, _session: unknown, done: (error: Error) => void) =>
    done(Object.assign(new Error(blocked), { responseCode: 550 }));

  it("rest the sender, who says so once, and end no mail; a retry ends none either", async () => {
    const { smtp } = await smtpThat(undefined, { onRcptTo });
    const log: string[] = [];
    await bench.fill(30);
    const sender = startSender({ ...bench.sending(smtp), log: (line) => log.push(line), interval: 50 });
    await eventually("a line", async () => log.length > 0);
    await due();
    sender.wake();
    await sleep(300);
    await sender.stop();
    expect(log).toEqual([expect.stringMatching(/^Mails wait: 10 in a row .* smtp_550, and the sender rests/u)]);
    const tried = await bench.rows("attempts > 0");
    expect(tried.length).toBeLessThan(10 + smtp.concurrency);
    expect(tried.every(({ attempts, last_error }) => attempts === 1 && last_error === "smtp_550")).toBe(true);
    expect(await ended()).toEqual([]);
    await bench.sql("update public.email_outbox set failed_at = now(), last_error = 'smtp_550'");
    await bench.sql("select public.retry_emails(100)");
    expect(await bench.drain(smtp)).toMatchObject({ rest: { ms: 60_000 } });
    expect(await ended()).toEqual([]);
  });

  it("or a log-in that is refused, as by an expired password, are in the log once with what to look at, and so is that it goes on", async () => {
    let expired = true;
    const { smtp } = await smtpThat(undefined, {
      onAuth: (_given: unknown, _session: unknown, done: (error: Error | null, who?: { user: string }) => void) =>
        expired
          ? done(Object.assign(new Error("5.7.8 Error: authentication failed"), { responseCode: 535 }))
          : done(null, { user: "ada" }),
    });
    const now = performance.now.bind(performance);
    let ahead = 0;
    const clock = vi.spyOn(performance, "now").mockImplementation(() => now() + ahead);
    const log: string[] = [];
    await bench.fill(3);
    const sender = startSender({ ...bench.sending(smtp), log: (line) => log.push(line), interval: 50 });
    onTestFinished(async () => {
      await sender.stop();
      clock.mockRestore();
    });
    await eventually("a line", async () => log.length > 0);
    expired = false;
    // The rest of the minute is over.
    ahead = 61_000;
    await due();
    sender.wake();
    await eventually("all are sent", async () => (await bench.rows("sent_at is not null")).length === 3);
    await eventually("it says so", async () => log.length > 1);
    expect(log).toEqual([
      expect.stringMatching(
        /^Mails wait: smtp_535_5\.7\.8, and the sender rests for some minutes\. The server refuses the log-in: check user and password/u,
      ),
      "Mails go out again.",
    ]);
  });

  it("for the sender's daily limit rest it, who says so, and suppress nobody but whose mailbox does not exist", async () => {
    // This is the wave of shared/cases/sender-limit.txt, which is refused at RCPT TO.
    const limit = "5.1.90 the daily limit for message recipients of this sender is reached";
    const { smtp } = await smtpThat(undefined, {
      onRcptTo: ({ address }: { address: string }, _session: unknown, done: (error: Error) => void) =>
        done(
          Object.assign(new Error(address.startsWith("p1@") ? "5.1.1 no such mailbox" : limit), { responseCode: 550 }),
        ),
    });
    await bench.fill(30);
    await bench.sql("update public.email_outbox set not_before = now() - interval '1 hour' where email like 'p1@%'");
    const { rest, failed } = await bench.drain(smtp);
    expect([rest?.why, failed]).toEqual([
      "10 in a row were not accepted, the last with smtp_550_5.1.90",
      expect.toSatisfy((n: number) => n >= 10 && n <= 10 + smtp.concurrency),
    ]);
    expect(await ended()).toMatchObject([{ email: "p1@example.com", last_error: "smtp_550_5.1.1" }]);
    expect(await bench.sql("select from public.email_suppressions")).toHaveLength(1);
    expect((await bench.rows("last_error = 'smtp_550_5.1.90' and failed_at is null")).length).toBeGreaterThanOrEqual(
      10,
    );
  });

  it("rest it for longer each time, counted anew after each rest, until a mail is accepted", async () => {
    await bench.fill(80);
    let refuses = true;
    const { taken, transport } = transportThat(() => (refuses ? "refused" : undefined), { concurrency: 1 });
    let passed = 0;
    const now = performance.now.bind(performance);
    const clock = vi.spyOn(performance, "now").mockImplementation(() => now() + passed);
    onTestFinished(() => clock.mockRestore());
    const send = createSender(bench.sending(transport));
    const rests: number[] = [];
    for (let n = 0; n < 6; n++) {
      const { rest, failed } = await send();
      expect([n, failed]).toEqual([n, 10]);
      rests.push((rest?.ms ?? 0) / 60_000);
      expect(await send()).toMatchObject({ failed: 0, rest: { why: rest?.why } });
      passed += rest?.ms ?? 0;
    }
    expect(rests).toEqual([1, 2, 4, 8, 16, 30]);
    refuses = false;
    await due();
    expect(await send()).toEqual({ sent: 80, failed: 0 });
    expect(taken).toHaveLength(80);
  });

  it.each([
    ["450 4.1.2", "450 4.1.2 Domain not found"],
    ["452 4.2.2", "452 4.2.2 Mailbox full"],
  ])("of recipients do not (%s): behind 40 dead addresses all others are mailed in the same round", async (_, text) => {
    const { server, smtp } = await smtpThat(undefined, {
      onRcptTo: ({ address }: { address: string }, _session: unknown, done: (error?: Error) => void) =>
        done(
          address.endsWith("@dead.example")
            ? Object.assign(new Error(text.slice(4)), { responseCode: Number(text.slice(0, 3)) })
            : undefined,
        ),
    });
    await bench.fill(40, "dead.example");
    await bench.drain(smtp);
    await due();
    await bench.fill(3);
    expect(await bench.drain(smtp)).toEqual({ sent: 3, failed: 40 });
    expect(server.arrived).toHaveLength(3);
    expect(await ended()).toEqual([]);
  });

  it("do not, if their addresses alone are at fault, and no other mail waits for one that is refused", async () => {
    await bench.fill(30);
    const { transport } = transportThat(({ to }) =>
      to.startsWith("p1") ? "undeliverable" : to.startsWith("p20@") ? "refused" : undefined,
    );
    expect(await bench.drain(transport)).toEqual({ sent: 18, failed: 12 });
    expect(await bench.sql("select from public.email_suppressions where reason = 'bounced'")).toHaveLength(11);
    expect(await bench.rows("failed_at is not null and last_error = 'test_undeliverable'")).toHaveLength(11);
    expect(await bench.sql("select from public.failed_emails")).toEqual([]);
    expect(await bench.sql("select from public.waitlist where unsubscribed_at is not null")).toHaveLength(11);
  });
});

describe("a mail that is not accepted", () => {
  it("waits longer each time, for three days, and is then listed with its reason", async () => {
    await bench.fill(1);
    const { transport } = transportThat(() => "refused");
    const waits: number[] = [];
    for (let n = 0; n < 12; n++) {
      await bench.drain(transport);
      waits.push((Number((await one())?.not_before) - Date.now()) / 60_000);
      await due();
    }
    expect(waits[0]).toBeGreaterThan(0.7);
    expect(waits[4]).toBeGreaterThan(10);
    expect(Math.max(...waits)).toBeLessThan(5.1 * 60);
    await bench.sql("update public.email_outbox set failing_since = now() - interval '71 hours'");
    await bench.drain(transport);
    expect(await ended()).toEqual([]);
    await bench.sql("update public.email_outbox set failing_since = now() - interval '73 hours', not_before = now()");
    await bench.drain(transport);
    expect(await bench.sql("select last_error from public.failed_emails")).toEqual([{ last_error: "test_refused" }]);
    await bench.sql("select public.retry_emails(100)");
    await bench.drain(transport);
    expect(await ended()).toEqual([]);
  });

  it("because of an error of ours ends at once, is named in the log and the list, and can be sent when that is repaired", async () => {
    await bench.fill(2);
    const { taken, transport } = transportThat(() => undefined);
    const options = bench.sending(transport);
    const broken = { ...options.site };
    Object.defineProperty(broken, "siteUrl", { get: () => raise(new TypeError("about p1@example.com")) });
    const log: string[] = [];
    const sender = startSender({ ...options, site: broken, log: (line) => log.push(line) });
    await eventually("both have ended", async () => (await ended()).length === 2);
    await sender.stop();
    expect(log).toEqual([
      expect.stringMatching(/^Mails failed, .*: not_rendered_typeerror\. npx prelaunch mail failed/u),
    ]);
    const listed = { last_error: "not_rendered_typeerror", attempts: 1 };
    expect(await bench.sql("select last_error, attempts from public.failed_emails")).toEqual([listed, listed]);
    await bench.sql("select public.retry_emails(100)");
    expect(await bench.drain(transport)).toEqual({ sent: 2, failed: 0 });
    expect(taken).toHaveLength(2);
  });

  it.each([
    ["22 hours 59 minutes", 1],
    ["23 hours 1 minute", 0],
  ])("nor answered is repeated as long as the provider recognises its id: %s", async (time, sent) => {
    await bench.fill(1);
    await bench.drain(transportThat(() => "doubtful", { idempotentHours: 24 }).transport);
    await bench.sql("update public.email_outbox set not_before = now(), doubtful_since = now() - $1::interval", [time]);
    const { transport } = transportThat(() => undefined, { idempotentHours: 24 });
    expect((await bench.drain(transport)).sent).toBe(sent);
    expect(await one()).toMatchObject({ last_error: sent === 1 ? null : "doubtful" });
    await bench.sql("select public.retry_emails(100)");
    expect((await bench.drain(transport)).sent).toBe(1 - sent);
  });
});

describe("the outcome of a mail", () => {
  const claim = async () => {
    const [mail] = (await bench.outbox.claim({ batch: 1, leaseSeconds: 600 })).emails;
    if (!mail) throw new Error("There was no mail to claim.");
    const { id, attempt, doubtful } = mail;
    return { id, attempt, doubtful };
  };

  it("is of no use from a sender that was late, or of a mail that ended meanwhile, unless it was sent", async () => {
    await bench.fill(1);
    const late = await claim();
    await bench.sql("update public.email_outbox set leased_until = now()");
    const repeated = await claim();
    await bench.outbox.settle([{ ...late, outcome: "undeliverable", code: "smtp_550_5.1.1" }]);
    expect(await one()).toMatchObject({ failed_at: null, last_error: null });
    await bench.sql("update public.email_outbox set failed_at = now(), last_error = 'restored'");
    await bench.outbox.settle([{ ...repeated, outcome: "refused", code: "smtp_451" }]);
    expect(await one()).toMatchObject({ failed_at: expect.any(Date), last_error: "restored" });
    await bench.outbox.settle([{ ...late, outcome: "sent" }]);
    await bench.outbox.settle([{ ...repeated, outcome: "undeliverable", code: "smtp_550_5.1.1" }]);
    expect(await one()).toMatchObject({ sent_at: expect.any(Date), failed_at: null });
    expect(await bench.sql("select from public.email_suppressions")).toEqual([]);
  });
});
