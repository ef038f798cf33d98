import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { createSmtp } from "../../server/mail/transports/smtp.ts";
import { type OutboxBench, useOutboxBench } from "./support/outboxBench.ts";
import { startSmtpServer } from "./support/smtpServer.ts";
import { transportThat } from "./support/transportThat.ts";

let bench: OutboxBench;
useOutboxBench((started) => (bench = started));
beforeEach(() => bench.fill(1));

describe("the outcome of a mail", () => {
  const claim = async () => {
    const [mail] = (await bench.outbox.claim({ batch: 1, leaseSeconds: 600 })).emails;
    if (!mail) throw new Error("There was no mail to claim.");
    return mail;
  };
  const row = async () => (await bench.rows())[0];

  it("is of no use from a sender that was late, unless the mail was sent", async () => {
    const late = await claim();
    await bench.sql("update public.email_outbox set leased_until = now()");
    await claim();
    await bench.outbox.settle([{ ...late, outcome: "permanent", code: "smtp_554" }]);
    expect(await row()).toMatchObject({ dead_at: null, last_error: null });
    await bench.outbox.settle([{ ...late, outcome: "sent" }]);
    expect(await row()).toMatchObject({ sent_at: expect.any(Date) });
  });

  it.each([
    ["permanent", "smtp_550_5.1.1", true],
    ["permanent", "smtp_550_5.1.10", true],
    ["permanent", "smtp_553_5.1.3", true],
    ["permanent", "smtp_550_5.2.1", true],
    ["permanent", "smtp_550", false],
    ["permanent", "smtp_550_5.1.15", false],
    ["permanent", "smtp_552_5.2.2", false],
    ["permanent", "smtp_550_5.2.10", false],
    // What the server said of the session, or of the sender.
    ["released", "smtp_550_5.1.1", false],
    ["temporary", "smtp_450_4.1.1", false],
    ["temporary", "smtp_550_5.1.1", false],
  ] as const)("%s %s counts as bounced: %s", async (outcome, code, bounced) => {
    await bench.outbox.settle([{ ...(await claim()), outcome, code }]);
    const [left] = await bench.sql("select from public.waitlist where unsubscribed_at is not null");
    const [suppressed] = await bench.sql("select from public.email_suppressions where reason = 'bounced'");
    const [marked] = await bench.sql("select from public.email_outbox where bounced_at is not null");
    expect([left, suppressed, marked].map(Boolean)).toEqual([bounced, bounced, bounced]);
  });

  it("is kept by later attempts, with what an earlier one said", async () => {
    await bench.outbox.settle([{ ...(await claim()), outcome: "temporary", code: "smtp_451" }]);
    await bench.sql("update public.email_outbox set not_before = now()");
    await bench.outbox.settle([{ ...(await claim()), outcome: "released" }]);
    expect(await row()).toMatchObject({ attempts: 1, last_error: "smtp_451" });
    await bench.outbox.settle([{ ...(await claim()), outcome: "sent" }]);
    const sent = await row();
    expect(sent).toMatchObject({ attempts: 2, last_error: null, dead_at: null, sent_at: expect.any(Date) });
  });

  it.each([
    ["sent", undefined, { sent_at: expect.any(Date), dead_at: null, attempts: 15 }],
    ["released", undefined, { sent_at: null, dead_at: null, attempts: 14 }],
    ["temporary", "smtp_451", { dead_at: expect.any(Date), last_error: "smtp_451" }],
    ["doubtful", "smtp_etimedout", { dead_at: expect.any(Date), last_error: "smtp_etimedout" }],
  ] as const)("%s at the last attempt", async (outcome, code, expected) => {
    await bench.sql("update public.email_outbox set attempts = 14");
    await bench.outbox.settle([{ ...(await claim()), outcome, ...(code === undefined ? {} : { code }) }]);
    expect(await row()).toMatchObject(expected);
  });

  it.each(["temporary", "permanent", "released", "sent"] as const)(
    "%s, after an attempt without an answer, leaves it in doubt unless it was sent",
    async (outcome) => {
      const inDoubt = () => bench.sql("select from public.email_outbox where doubtful_since is not null");
      await bench.outbox.settle([{ ...(await claim()), outcome: "doubtful" }]);
      expect(await inDoubt()).toHaveLength(1);
      await bench.sql("update public.email_outbox set not_before = now()");
      await bench.outbox.settle([{ ...(await claim()), outcome }]);
      expect(await inDoubt()).toHaveLength(outcome === "sent" ? 0 : 1);
    },
  );

  it.each(["temporary", "permanent", "released"] as const)("%s leaves no doubt", async (outcome) => {
    await bench.outbox.settle([{ ...(await claim()), outcome }]);
    expect(await bench.sql("select from public.email_outbox where doubtful_since is not null")).toEqual([]);
  });

  it.each([
    ["temporary", "where the provider asks for nothing", {}],
    ["doubtful", "where the provider asks for nothing", {}],
    ["temporary", "though the provider asks for a second", { wait: 1 }],
  ] as const)("%s lets it wait a minute at first, %s", async (outcome, _, asked) => {
    await bench.outbox.settle([{ ...(await claim()), outcome, ...asked }]);
    const seconds = (Number((await row())?.not_before) - Date.now()) / 1000;
    expect(seconds).toBeGreaterThan(30);
    expect(seconds).toBeLessThan(76);
  });

  it("does not bring back a mail that ended while it was being sent", async () => {
    const claimed = await claim();
    await bench.sql(
      "update public.email_outbox set dead_at = now(), leased_until = null, last_error = 'restored' where sent_at is null and dead_at is null",
    );
    await bench.outbox.settle([{ ...claimed, outcome: "temporary", code: "smtp_451" }]);
    expect(await row()).toMatchObject({ dead_at: expect.any(Date), last_error: "restored" });
  });

  it("changes nothing of a mail that another sender's attempt brought to its reader", async () => {
    const late = await claim();
    await bench.sql("update public.email_outbox set leased_until = now()");
    const repeated = await claim();
    await bench.outbox.settle([{ ...late, outcome: "sent" }]);
    await bench.outbox.settle([{ ...repeated, outcome: "permanent", code: "smtp_550_5.1.1" }]);
    expect(await row()).toMatchObject({ sent_at: expect.any(Date), dead_at: null });
    expect(await bench.sql("select from public.email_suppressions")).toEqual([]);
  });

  it("keeps since when somebody has left whose address then bounces", async () => {
    const claimed = await claim();
    await bench.sql("update public.waitlist set unsubscribed_at = '2026-11-01'");
    await bench.outbox.settle([{ ...claimed, outcome: "permanent", code: "smtp_550_5.1.1" }]);
    expect(await bench.sql("select from public.waitlist where unsubscribed_at = '2026-11-01'")).toHaveLength(1);
  });

  it("stays in doubt since the first attempt, however often it is tried again", async () => {
    const later = "update public.email_outbox set not_before = now(), doubtful_since = doubtful_since - $1::interval";
    for (const passed of ["12 hours", "11 hours 1 minute"]) {
      await bench.outbox.settle([{ ...(await claim()), outcome: "doubtful" }]);
      await bench.sql(later, [passed]);
    }
    expect((await bench.outbox.claim({ batch: 1, leaseSeconds: 600, doubtHours: 23 })).emails).toEqual([]);
    expect(await row()).toMatchObject({ dead_at: expect.any(Date), last_error: "doubtful" });
  });

  it("lets it wait at least as long as the provider asks", async () => {
    const day = 24 * 60 * 60;
    await bench.outbox.settle([{ ...(await claim()), outcome: "temporary", wait: day }]);
    expect(Number((await row())?.not_before) - Date.now()).toBeGreaterThan((day - 60) * 1000);
  });
});

it("of a wave is not lost where a server takes only so many mails a day", async () => {
  let left = 20;
  const server = await startSmtpServer({}, () =>
    left-- > 0 ? undefined : { code: 550, text: "5.4.5 Daily user sending limit exceeded." },
  );
  const smtp = createSmtp(server.url);
  onTestFinished(async () => {
    await smtp.close();
    await server.stop();
  });
  await bench.empty();
  await bench.fill(60);
  const { sent, failed, down } = await bench.drain(smtp);
  expect({ sent, down: down?.code }).toEqual({ sent: 20, down: "smtp_550_5.4.5" });
  expect(failed).toBeLessThan(20);
  expect(await bench.rows("dead_at is not null")).toEqual([]);
  left = 100;
  await bench.sql("update public.email_outbox set not_before = now()");
  expect(await bench.drain(smtp)).toEqual({ sent: 40, failed: 0 });
});

it.each([
  [2, 2],
  [10_000, 12],
])("claims no more mails than a second sends, as who leaves meanwhile is mailed: %d", async (perSecond, most) => {
  const batches: number[] = [];
  const { transport } = transportThat(() => undefined);
  const outbox: typeof bench.outbox = {
    ...bench.outbox,
    claim(claim) {
      batches.push(claim.batch);
      return bench.outbox.claim(claim);
    },
  };
  expect(await bench.drain(transport, { outbox, perSecond })).toEqual({ sent: 1, failed: 0 });
  expect(new Set(batches)).toEqual(new Set([most]));
});
