import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createSmtp } from "../../server/mail/transports/smtp.ts";
import type { Mail } from "../../server/mail/mail.ts";
import { DeliveryError, type Failure, type Transport } from "../../server/mail/transports/transport.ts";
import { startOutboxBench } from "./support/outboxBench.ts";
import { startSmtpServer, type TestSmtpServer, type Verdict } from "./support/smtpServer.ts";

let bench: Awaited<ReturnType<typeof startOutboxBench>>;
beforeAll(async () => {
  bench = await startOutboxBench();
  return () => bench.stop();
});
beforeEach(() =>
  bench.sql(
    "truncate public.waitlist, public.beta_applications, public.email_outbox, public.email_suppressions cascade",
  ),
);

/** A transport that says what became of each mail. */
function transportThat(answer: (mail: Mail) => Failure | undefined, options: Partial<Transport> = {}) {
  const taken: Mail[] = [];
  const transport: Transport = {
    about: "test",
    concurrency: 3,
    async send(mail) {
      const failure = answer(mail);
      if (failure) throw new DeliveryError(failure, `test_${failure}`);
      taken.push(mail);
      return { providerId: `provider-${mail.id}` };
    },
    close: async () => undefined,
    ...options,
  };
  return { taken, transport };
}

describe("what puts a mail into the outbox", () => {
  const apply = (status: string, id = "00000000-0000-4000-8000-00000000000a") =>
    bench.sql(
      "insert into public.beta_applications (id, name, email, role, reason, status) values ($2, 'A', 'ada@example.com', 'other', 'x', $1)",
      [status, id],
    );
  const decide = (status: string) => bench.sql("update public.beta_applications set status = $1", [status]);

  it("is the decision on an application, once each", async () => {
    await apply("pending");
    expect(await bench.rows()).toEqual([]);
    for (const status of ["accepted", "pending", "accepted", "declined", "pending", "declined"]) await decide(status);
    expect((await bench.rows()).map(({ kind }) => kind).sort()).toEqual([
      "application-accepted",
      "application-declined",
    ]);
  });

  it("is never an application or a person that is imported", async () => {
    const application = { name: "A", email: "ada@example.com", role: "other", reason: "x", status: "accepted" };
    const id = "00000000-0000-4000-8000-00000000000b";
    await bench.sql("select public.import_applications($1)", [JSON.stringify([{ ...application, id }])]);
    await bench.sql("select public.import_waitlist($1)", [JSON.stringify([{ email: "ada@example.com" }])]);
    await bench.sql("insert into public.waitlist (email) values ('row@example.com')");
    expect(await bench.sql("select from public.beta_applications")).toHaveLength(1);
    expect(await bench.rows()).toEqual([]);
  });

  const ask = async (email: string) => {
    const [row] = await bench.sql<{ added: boolean }>(
      "select public.enqueue_asked_email('waitlist-confirmation', $1) as added",
      [email],
    );
    return row?.added;
  };
  const pass = (interval: string) =>
    bench.sql(`update public.email_outbox set created_at = created_at - interval '${interval}'`);

  it("is no more than one of a kind in ten minutes and three in a week to an address", async () => {
    expect([await ask("ada@example.com"), await ask("ada@example.com"), await ask("bo@example.com")]).toEqual([
      true,
      false,
      true,
    ]);
    for (const added of [true, true, false]) {
      await pass("11 minutes");
      expect(await ask("ada@example.com")).toBe(added);
    }
    await pass("6 days 23 hours 30 minutes");
    expect(await ask("ada@example.com")).toBe(true);
  });

  it("is no more than six in a week to a mailbox, however its address is spelled", async () => {
    for (let n = 0; n < 6; n++)
      expect(await ask(`ada.${"x.".repeat(n)}y+${n}@gmail.com`.replaceAll("x", ""))).toBe(true);
    expect(await ask("ad.ay+new@googlemail.com")).toBe(false);
    expect(await ask("ada@example.com")).toBe(true);
  });

  it("counts those who ask at once", async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        bench.supabase.rpc("enqueue_asked_email", { asked_kind: "waitlist-confirmation", person: "ada@example.com" }),
      ),
    );
    expect(answers.filter(({ data }) => data)).toHaveLength(1);
  });
});

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

  it("sends each mail once, under its id, with a way to leave the list", async () => {
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
    expect(header("feedback-id")).toBe("waitlist-confirmation:keelbook");
    expect(server.arrived[0]?.mail.text).toMatch(/https:\/\/site\.example\/#confirm=[0-9a-f]{64}/u);
    expect(server.arrived[0]?.mail.html).toContain("/#confirm=");
  });

  it("shares the work with another, and neither sends what the other does", async () => {
    await bench.fill(120);
    const [one, other] = await Promise.all([bench.drain(smtp), bench.drain(smtp)]);
    expect(one.sent + other.sent).toBe(120);
    expect(Math.min(one.sent, other.sent)).toBeGreaterThan(0);
    expect(new Set(server.arrived.map(({ mail }) => mail.messageId)).size).toBe(120);
    expect(server.arrived).toHaveLength(120);
  });

  it("repeats what a killed one had claimed, when its lease has ended, with the same id and links", async () => {
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

describe("a server that fails in every way once", () => {
  it("has each mail in the end, but for the one that it refuses for good", async () => {
    const failures = new Map<string, ReturnType<Verdict>>([
      ["p1@example.com", { code: 451, text: "4.3.0 Later" }],
      ["p2@example.com", { code: 554, text: "5.7.1 Spam" }],
      ["p3@example.com", "hang"],
      ["p4@example.com", "close"],
      ["p5@example.com", { code: 421, text: "Closing" }],
    ]);
    const server = await startSmtpServer({}, ({ to: [address = ""] }) => {
      const said = failures.get(address);
      failures.delete(address);
      return said;
    });
    const smtp = createSmtp(server.url, { timeouts: { connection: 5000, greeting: 5000, socket: 1000 } });
    try {
      await bench.fill(30);
      for (let n = 0; n < 10 && (await bench.rows("sent_at is null and dead_at is null")).length > 0; n++) {
        await bench.drain(smtp);
        await bench.sql("update public.email_outbox set not_before = now()");
      }
      expect(await bench.rows("sent_at is null")).toMatchObject([
        { email: "p2@example.com", dead_at: expect.any(Date), last_error: "smtp_554_5.7.1" },
      ]);
      expect(new Set(server.arrived.map(({ to }) => to[0])).size).toBe(29);
      expect(server.arrived).toHaveLength(29);
    } finally {
      await smtp.close();
      await server.stop();
    }
  });
});

describe("a mail that is not accepted", () => {
  const one = async () => (await bench.rows())[0];

  it("waits, longer each time, and ends after fifteen attempts", async () => {
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
    await bench.sql("select public.retry_emails()");
    expect(await bench.drain(transportThat(() => undefined).transport)).toMatchObject({ sent: 1 });
  });

  it("ends at once when it is refused for good", async () => {
    await bench.fill(1);
    expect(await bench.drain(transportThat(() => "permanent").transport)).toEqual({ sent: 0, failed: 1 });
    expect(await one()).toMatchObject({ dead_at: expect.any(Date), last_error: "test_permanent" });
  });

  it("counts for nothing while the transport takes none", async () => {
    await bench.fill(30);
    const { down, ...counts } = await bench.drain(transportThat(() => "unavailable").transport);
    expect(counts).toEqual({ sent: 0, failed: 0 });
    expect(down?.code).toBe("test_unavailable");
    expect(await bench.rows("attempts > 0 or leased_until is not null or dead_at is not null")).toEqual([]);
  });

  it("is left where it is by a transport that goes silent", async () => {
    await bench.fill(60);
    const { down, failed } = await bench.drain(transportThat(() => "doubtful").transport);
    expect(down?.code).toBe("test_doubtful");
    expect(failed).toBeLessThan(15);
  });

  it("is not repeated once the provider would not recognise it", async () => {
    await bench.fill(1);
    const { transport } = transportThat(() => "doubtful", { idempotentHours: 24 });
    await bench.drain(transport);
    await bench.sql(
      "update public.email_outbox set not_before = now(), doubtful_since = now() - interval '23 hours 1 minute'",
    );
    const { taken, transport: working } = transportThat(() => undefined, { idempotentHours: 24 });
    await bench.drain(working);
    expect(taken).toEqual([]);
    expect(await one()).toMatchObject({ dead_at: expect.any(Date), last_error: "doubtful" });
  });

  it("is repeated after a day when every attempt had a clear answer", async () => {
    await bench.fill(1);
    await bench.drain(transportThat(() => "temporary", { idempotentHours: 24 }).transport);
    await bench.sql("update public.email_outbox set not_before = now(), created_at = now() - interval '2 days'");
    expect(await bench.drain(transportThat(() => undefined, { idempotentHours: 24 }).transport)).toMatchObject({
      sent: 1,
    });
  });

  it("ends alone when it cannot be made", async () => {
    await bench.fill(2);
    await bench.sql("update public.waitlist set confirmed_at = now() where email = 'p1@example.com'");
    await bench.sql("update public.email_outbox set kind = 'update' where email = 'p1@example.com'");
    expect(await bench.drain(transportThat(() => undefined).transport)).toMatchObject({ sent: 1 });
    expect(await bench.rows("dead_at is not null")).toMatchObject([
      { email: "p1@example.com", last_error: "not_rendered" },
    ]);
  });
});

describe("nobody is mailed", () => {
  const refused = async () => {
    const { taken, transport } = transportThat(() => undefined);
    await bench.drain(transport);
    expect(taken).toEqual([]);
    return (await bench.rows()).map(({ last_error }) => last_error);
  };

  it.each(["bounced", "complained"])("whose address has %s", async (why) => {
    await bench.fill(1);
    await bench.sql("select public.record_email_event($1, $2)", [why, '["p1@example.com"]']);
    expect(await refused()).toEqual(["suppressed"]);
  });

  it("who has left the list, or confirmed meanwhile", async () => {
    await bench.fill(2);
    await bench.sql("update public.waitlist set unsubscribed_at = now() where email = 'p1@example.com'");
    await bench.sql("update public.waitlist set confirmed_at = now() where email = 'p2@example.com'");
    expect(await refused()).toEqual(["unsubscribed", "not_needed"]);
  });

  it("about a decision that was taken back", async () => {
    await bench.sql(
      "insert into public.beta_applications (name, email, role, reason) values ('A', 'ada@example.com', 'other', 'x')",
    );
    await bench.sql("update public.beta_applications set status = 'accepted'");
    await bench.sql("update public.beta_applications set status = 'pending'");
    expect(await refused()).toEqual(["not_needed"]);
  });

  it("who was erased", async () => {
    await bench.fill(1);
    const [removed] = await bench.sql<{ gone: unknown }>("select public.erase_person('p1@example.com') as gone");
    expect(removed?.gone).toMatchObject({ email_outbox: 1, waitlist: 1 });
    expect(await refused()).toEqual([]);
  });

  it("after a restore, until somebody says so", async () => {
    await bench.fill(1);
    await bench.sql("select public.hold_emails()");
    expect(await refused()).toEqual(["restored"]);
    await bench.sql("select public.retry_emails()");
    expect(await bench.drain(transportThat(() => undefined).transport)).toMatchObject({ sent: 1 });
  });
});
