import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { brand } from "../../server/contract/brand.ts";
import { createSmtp } from "../../server/mail/transports/smtp.ts";
import type { Transport } from "../../server/mail/transports/transport.ts";
import { cli, hosted } from "../cli/terminal.ts";
import { type OutboxBench, useOutboxBench } from "./support/outboxBench.ts";
import { startSmtpServer, type TestSmtpServer, type Verdict } from "./support/smtpServer.ts";
import { transportThat } from "./support/transportThat.ts";

let bench: OutboxBench;
useOutboxBench((started) => (bench = started));

describe("a sender", () => {
  let server: TestSmtpServer;
  let smtp: Transport;
  beforeAll(async () => {
    server = await startSmtpServer();
    smtp = createSmtp(server.url);
  });
  afterEach(() => server.arrived.splice(0));
  afterAll(async () => {
    await smtp.close();
    await server.stop();
  });

  it("sends each mail once, under its id, with a link to unsubscribe", async () => {
    await bench.fill(3);
    expect(await bench.drain(smtp)).toEqual({ sent: 3, failed: 0 });
    expect(await bench.drain(smtp)).toEqual({ sent: 0, failed: 0 });
    const ids = (await bench.rows("sent_at is not null")).map(({ id }) => `<${id}@keelbook.example>`);
    expect(server.arrived.map(({ mail }) => mail.messageId).sort()).toEqual(ids.sort());
    const header = (name: string) => server.arrived[0]?.mail.headers.find(({ key }) => key === name)?.value;
    expect(header("list-unsubscribe")).toMatch(
      /^<https:\/\/site\.example\/functions\/v1\/forms\/unsubscribe\?token=[0-9a-f]{64}>$/u,
    );
    expect(header("list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click");
    expect(header("auto-submitted")).toBe("auto-generated");
    expect(header("x-auto-response-suppress")).toBe("OOF, AutoReply");
    expect(header("feedback-id")).toBe(`waitlist-confirmation:${brand.toLowerCase()}`);
    expect(server.arrived[0]?.mail.text).toMatch(/https:\/\/site\.example\/#confirm=[0-9a-f]{64}/u);
    expect(server.arrived[0]?.mail.html).toContain("/#confirm=");
  });

  it("shares the work with another one, and neither sends the other's mails", async () => {
    await bench.fill(60);
    const [one, other] = await Promise.all([bench.drain(smtp), bench.drain(smtp)]);
    expect(one.sent + other.sent).toBe(60);
    expect(Math.min(one.sent, other.sent)).toBeGreaterThan(0);
    expect(new Set(server.arrived.map(({ mail }) => mail.messageId)).size).toBe(60);
    expect(server.arrived).toHaveLength(60);
  });

  it("sends each mail once even if the clock jumps beyond its lease, as when the machine was suspended", async () => {
    await bench.fill(60);
    const sent: string[] = [];
    const { transport } = transportThat(() => undefined, {
      async send({ to }) {
        sent.push(to);
        if (sent.length % 10 === 5)
          await bench.sql(
            // No claim takes a row that is locked, and none would end the work.
            "update public.email_outbox set leased_until = leased_until - interval '1 hour' where leased_until is not null",
          );
        await sleep(20);
        return {};
      },
    });
    expect(await bench.drain(transport)).toEqual({ sent: 60, failed: 0 });
    expect(new Set(sent).size).toBe(60);
    expect(await bench.rows("sent_at is null")).toEqual([]);
  });

  it("repeats a killed sender's claimed mails after their lease, with the same id and links", async () => {
    await bench.fill(1);
    const { emails } = await bench.outbox.claim({ batch: 10, leaseSeconds: 600 });
    expect(await bench.drain(smtp)).toMatchObject({ sent: 0 });
    await bench.sql("update public.email_outbox set leased_until = now()");
    const { taken, transport } = transportThat(() => undefined);
    expect(await bench.drain(transport)).toMatchObject({ sent: 1 });
    await bench.sql("update public.email_outbox set sent_at = null");
    await bench.drain(smtp);
    expect(server.arrived[0]?.mail.messageId).toContain(emails[0]?.id);
    expect(server.arrived[0]?.mail.text).toContain(/#confirm=\w+/u.exec(taken[0]?.text ?? "")?.[0]);
  });
});

describe("a server that fails once in every way", () => {
  it("gets each mail in the end, except the one that it refuses for good", async () => {
    const failures = new Map<string, ReturnType<Verdict>>([
      ["p1@example.com", { code: 451, text: "4.3.0 Later" }],
      ["p2@example.com", { code: 554, text: "5.6.0 Malformed" }],
      ["p3@example.com", "hang"],
      ["p4@example.com", "close"],
      ["p5@example.com", { code: 421, text: "Closing" }],
    ]);
    const server = await startSmtpServer({}, ({ to: [address = ""] }) => {
      const said = failures.get(address);
      failures.delete(address);
      return said;
    });
    const timeouts = { connection: 5000, greeting: 5000, transfer: 5000, answer: 1000 };
    const smtp = createSmtp(server.url, { timeouts });
    try {
      await bench.fill(30);
      for (let n = 0; n < 10 && (await bench.rows("sent_at is null and dead_at is null")).length > 0; n++) {
        await bench.drain(smtp);
        await bench.sql("update public.email_outbox set not_before = now()");
      }
      expect(await bench.rows("sent_at is null")).toMatchObject([
        { email: "p2@example.com", dead_at: expect.any(Date), last_error: "smtp_554_5.6.0" },
      ]);
      expect(new Set(server.arrived.map(({ to }) => to[0])).size).toBe(29);
      expect(server.arrived).toHaveLength(29);
    } finally {
      await smtp.close();
      await server.stop();
    }
  });
});

describe("a server that ends each connection after a few mails", () => {
  it.each(["with 421", "without a word"])("%s, gets each mail at once and costs none an attempt", async (how) => {
    let accepted = 0;
    let ending = false;
    const server: TestSmtpServer = await startSmtpServer({
      onMailFrom: (_address, _session, done) => {
        if (ending || accepted % 10 !== 9) return done();
        ending = true;
        if (how === "with 421") done(Object.assign(new Error("4.7.0 Too many mails"), { responseCode: 421 }));
        else server.disconnect();
      },
      onData: (stream, _session, done) => {
        stream.resume().once("end", () => {
          accepted++;
          ending = false;
          done();
        });
      },
    });
    const smtp = createSmtp(server.url, { connections: 1 });
    await bench.fill(30);
    expect(await bench.drain(smtp)).toEqual({ sent: 30, failed: 0 });
    expect({ accepted, connections: server.connections() }).toEqual({ accepted: 30, connections: 4 });
    expect(await bench.rows("attempts > 1 or last_error is not null")).toEqual([]);
    await smtp.close();
    await server.stop();
  });
});

describe("a server that refuses more than two connections at a time", () => {
  it.each([3, 30])("gets %i mails over these, and costs none an attempt", async (count) => {
    let open = 0;
    const server = await startSmtpServer({
      onConnect: (_session, done) =>
        ++open > 2 ? done(Object.assign(new Error("4.7.0 Too many connections"), { responseCode: 421 })) : done(),
      onClose: () => void open--,
    });
    const smtp = createSmtp(server.url);
    await bench.fill(count);
    expect(await bench.drain(smtp)).toEqual({ sent: count, failed: 0 });
    expect(await bench.rows("attempts > 1")).toEqual([]);
    await smtp.close();
    await server.stop();
  });

  it("and then all of them, keeps no mail from the next sender", async () => {
    await bench.fill(60);
    let sends = 0;
    const { transport } = transportThat(() => (++sends > 10 ? "unavailable" : undefined));
    expect(await bench.drain(transport)).toMatchObject({ sent: 10, failed: 0, down: { code: "test_unavailable" } });
    expect(sends).toBe(10 + transport.concurrency);
    expect(await bench.rows("sent_at is null and (attempts > 0 or leased_until is not null)")).toEqual([]);
  });
});

describe("a server that knows an address no more", () => {
  it("leaves nothing to repair, and counts among the mails of which some bounced", async () => {
    const server = await startSmtpServer({
      onRcptTo: ({ address }, _session, done) =>
        done(address.startsWith("p1@") ? Object.assign(new Error("5.1.1 Nobody"), { responseCode: 550 }) : undefined),
    });
    const smtp = createSmtp(server.url);
    await bench.fill(4);
    expect(await bench.drain(smtp)).toEqual({ sent: 3, failed: 1 });
    await smtp.close();
    await server.stop();
    const status = await cli(["mail", "status"], { env: hosted(bench) });
    expect(status.out).toMatch(/^Ended unsent +1\n +1 +smtp_550_5\.1\.1\nBounced in 30 days +1 +25\.00 %$/mu);
    expect(status).toMatchObject({ code: 0, err: "" });
    // Any other refusal waits for the operator.
    await bench.sql(
      "update public.email_outbox set last_error = 'smtp_554', bounced_at = null where dead_at is not null",
    );
    expect(await cli(["mail", "status"], { env: hosted(bench) })).toMatchObject({
      code: 1,
      err: expect.stringContaining("1 mail ended unsent."),
    });
  });
});

describe("a mail that is not accepted", () => {
  const one = async () => (await bench.rows())[0];

  it("waits longer each time, and fails after fifteen attempts", async () => {
    await bench.fill(1);
    const { transport } = transportThat(() => "temporary");
    const waits: number[] = [];
    for (let n = 0; n < 15; n++) {
      await bench.drain(transport);
      const row = await one();
      waits.push((row?.not_before.getTime() ?? 0) - Date.now());
      await bench.sql("update public.email_outbox set not_before = now()");
    }
    expect(waits[0]).toBeGreaterThan(40_000);
    expect(waits[3]).toBeGreaterThan(5 * 60_000);
    expect(Math.max(...waits)).toBeLessThan(5.1 * 3_600_000);
    expect(await one()).toMatchObject({ attempts: 15, dead_at: expect.any(Date), last_error: "test_temporary" });
    await bench.sql("select public.retry_emails(100)");
    expect(await bench.drain(transportThat(() => undefined).transport)).toMatchObject({ sent: 1 });
  });

  it("is due from when it is tried again, and shown so", async () => {
    await bench.fill(1);
    await bench.drain(transportThat(() => "permanent").transport);
    await bench.sql("update public.email_outbox set created_at = now() - interval '80 days'");
    expect(await cli(["mail", "retry"], { env: hosted(bench) })).toMatchObject({ err: "1 mail is due again.\n" });
    const { out } = await cli(["mail", "status"], { env: hosted(bench) });
    expect(out).toMatch(/^Waiting +1 {2}1 due, 0 being sent, the oldest for [01] min$/mu);
    await bench.sql("update public.email_outbox set not_before = now() - interval '5 hours'");
    expect((await cli(["mail", "status"], { env: hosted(bench) })).out).toContain("the oldest for 5 h\n");
  });

  it("fails at once if it is refused for good", async () => {
    await bench.fill(1);
    expect(await bench.drain(transportThat(() => "permanent").transport)).toEqual({ sent: 0, failed: 1 });
    expect(await one()).toMatchObject({ dead_at: expect.any(Date), last_error: "test_permanent" });
  });

  it("uses up no attempt while the transport accepts no mail at all", async () => {
    await bench.fill(30);
    const { down, ...counts } = await bench.drain(transportThat(() => "unavailable").transport);
    expect(counts).toEqual({ sent: 0, failed: 0 });
    expect(down?.code).toBe("test_unavailable");
    expect(await bench.rows("attempts > 0 or leased_until is not null or dead_at is not null")).toEqual([]);
  });

  it("stays in the outbox if the transport goes silent", async () => {
    await bench.fill(60);
    const { down, failed } = await bench.drain(transportThat(() => "doubtful").transport);
    expect(down?.code).toBe("test_doubtful");
    expect(failed).toBeLessThan(15);
  });

  /** Tries a mail again of whose outcome a provider has left us in doubt, which recognises its id for a day. */
  async function tryAgainAfter(time: string) {
    await bench.fill(1);
    await bench.drain(transportThat(() => "doubtful", { idempotentHours: 24 }).transport);
    await bench.sql("update public.email_outbox set not_before = now(), doubtful_since = now() - $1::interval", [time]);
    const { taken, transport } = transportThat(() => undefined, { idempotentHours: 24 });
    await bench.drain(transport);
    return taken;
  }

  it("is repeated as long as the provider recognises its id", async () => {
    expect(await tryAgainAfter("22 hours 59 minutes")).toHaveLength(1);
    expect(await one()).toMatchObject({ sent_at: expect.any(Date), dead_at: null });
  });

  it("is not repeated once the provider would not recognise its id, unless an operator retries it", async () => {
    expect(await tryAgainAfter("23 hours 1 minute")).toEqual([]);
    expect(await one()).toMatchObject({ dead_at: expect.any(Date), last_error: "doubtful" });
    await bench.sql("select public.retry_emails(100)");
    expect((await bench.drain(transportThat(() => undefined, { idempotentHours: 24 }).transport)).sent).toBe(1);
  });

  it("is repeated after a day if every attempt had a clear answer", async () => {
    await bench.fill(1);
    await bench.drain(transportThat(() => "temporary", { idempotentHours: 24 }).transport);
    await bench.sql(
      "update public.email_outbox set not_before = now(), created_at = now() - interval '2 days', doubtful_since = doubtful_since - interval '2 days'",
    );
    expect(await bench.drain(transportThat(() => undefined, { idempotentHours: 24 }).transport)).toMatchObject({
      sent: 1,
    });
  });

  it("fails alone if it cannot be composed", async () => {
    await bench.fill(2);
    await bench.sql("update public.waitlist set confirmed_at = now() where email = 'p1@example.com'");
    await bench.sql("update public.email_outbox set kind = 'update' where email = 'p1@example.com'");
    expect(await bench.drain(transportThat(() => undefined).transport)).toEqual({ sent: 1, failed: 1 });
    expect(await bench.rows("dead_at is not null")).toMatchObject([
      { email: "p1@example.com", last_error: "not_rendered" },
    ]);
  });
});
