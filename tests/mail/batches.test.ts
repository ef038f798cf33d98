import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import type { SenderOptions } from "../../server/mail/outbox/sender.ts";
import { createResend } from "../../server/mail/transports/resend.ts";
import { useDesk } from "../cli/desk.ts";
import { cli, hosted, scratchFolder } from "../cli/terminal.ts";
import { type OutboxBench, useOutboxBench } from "./support/outboxBench.ts";
import { type Mishap, startResend } from "./support/resendServer.ts";

let bench: OutboxBench;
useOutboxBench((started) => (bench = started));
beforeEach(() => bench.sql("delete from public.email_batches"));

/** The stand-in of Resend, and how to send by it. */
async function resendThat(options: Parameters<typeof startResend>[0] = {}) {
  const server = await startResend({ perSecond: 10_000, ...options });
  onTestFinished(server.stop);
  const transport = createResend("re_key", { api: server.url });
  const drain = (more: Partial<SenderOptions> = {}) => bench.drain(transport, { inBatches: true, ...more });
  return { server, drain };
}

/** Puts people on the list, each with a launch mail that is due. */
const launch = (people: number, from = 1) =>
  bench.sql(
    `with listed as (
       insert into public.waitlist (email, confirmed_at, invite_code)
         select 'p' || n || '@example.com', now(), lpad(n::text, 16, '0') from generate_series($2::int, $2::int + $1::int - 1) n returning email)
     insert into public.email_outbox (kind, email, to_list) select 'launch-announcement', email, true from listed`,
    [people, from],
  );
/** Makes what waits, or is leased, due now. */
const later = () =>
  bench.sql(`update public.email_batches set not_before = now(), leased_until = now();
    update public.email_outbox set not_before = now(), leased_until = null where sent_at is null and failed_at is null`);
const batches = () =>
  bench.sql<{ attempts: number; sealed: boolean }>(
    "select attempts, sealed_at is not null as sealed from public.email_batches",
  );
const ended = async () => {
  const rows = await bench.rows();
  const errors = rows.flatMap(({ failed_at, last_error }) => (failed_at ? [last_error] : []));
  return { sent: rows.filter(({ sent_at }) => sent_at).length, failed: errors.length, errors: [...new Set(errors)] };
};
const leave = (n: number) =>
  bench.sql("update public.waitlist set unsubscribed_at = now() where email = $1", [`p${n}@example.com`]);

it("mails to the list go a hundred by a request, after each mail that somebody asked for", async () => {
  const { server, drain } = await resendThat();
  await launch(150);
  await bench.fill(2, "asks.example");
  expect(await drain()).toEqual({ sent: 152, failed: 0 });
  expect(server.counts().requests).toBe(4);
  expect(
    server.accepted
      .slice(0, 2)
      .map(({ to: [to] }) => to)
      .sort(),
  ).toEqual(["p1@asks.example", "p2@asks.example"]);
  expect(new Set(server.accepted.map(({ to: [to] }) => to)).size).toBe(152);
  const rows = await bench.sql(
    "select from public.email_outbox where provider_id is null or batch is not null or parameters <> '{}'",
  );
  expect([rows.length, await batches()]).toEqual([0, []]);
  expect(server.accepted.at(-1)?.text).toMatch(/invite=0{13}/u);
});

it("a round ends after as many batches as its host can make", async () => {
  const { server, drain } = await resendThat();
  await launch(250);
  expect((await drain({ mostBatches: 2 })).sent).toBe(200);
  expect((await drain({ mostBatches: 2 })).sent).toBe(50);
  expect(server.counts().requests).toBe(3);
});

describe("a batch", () => {
  const failsOnce = (mishap: Mishap) => resendThat({ mishap: (n) => (n === 0 ? mishap : undefined) });

  it.each<[what: string, mishap: Mishap]>([
    ["that nobody read", "unread"],
    ["whose answer was lost", "unanswered"],
    ["that failed at the provider", { status: 500, name: "application_error" }],
  ])("%s is repeated as it was, and each person is mailed once", async (_what, mishap) => {
    const { server, drain } = await failsOnce(mishap);
    await launch(3);
    await drain();
    expect(await batches()).toEqual([{ attempts: 1, sealed: true }]);
    // What a mail says of a person is the same, whatever has changed since.
    await bench.sql("update public.waitlist set invite_code = lpad(substr(email, 2, 1), 16, '9')");
    await later();
    expect(await drain()).toEqual({ sent: 3, failed: 0 });
    expect(server.accepted.map(({ to: [to] }) => to).sort()).toEqual([
      "p1@example.com",
      "p2@example.com",
      "p3@example.com",
    ]);
    expect(await ended()).toEqual({ sent: 3, failed: 0, errors: [] });
  });

  it("of which somebody left before it was answered is held, and only the operator lets it go on", async () => {
    for (const gone of ["unsubscribed", "erased"]) {
      await bench.empty();
      const { server, drain } = await failsOnce("unread");
      await launch(3);
      await drain();
      await (gone === "erased" ? bench.sql("select public.erase_person('p2@example.com')") : leave(2));
      await later();
      expect(await drain()).toEqual({ sent: 0, failed: 0 });
      expect(await ended()).toEqual({ sent: 0, failed: gone === "erased" ? 2 : 3, errors: ["unanswered"] });
      await bench.sql("select public.retry_emails(100)");
      expect(await drain()).toEqual({ sent: 0, failed: 0 });
      await bench.sql("select public.retry_emails(100, held => 'unanswered')");
      expect((await drain()).sent).toBe(2);
      expect(server.accepted.map(({ to: [to] }) => to).sort()).toEqual(["p1@example.com", "p3@example.com"]);
    }
  });

  it.each([
    [
      "after the provider's 24 hours",
      (_bench: OutboxBench) =>
        bench.sql("update public.email_batches set sealed_at = now() - interval '23 hours 1 minute'"),
      {},
    ],
    [
      "when it would have other words",
      async () => undefined,
      { from: { name: "Another", address: "hello@keelbook.example" } },
    ],
  ])("without an answer is held %s", async (_when, change, site) => {
    const { server, drain } = await failsOnce("unanswered");
    await launch(2);
    await drain();
    await change(bench);
    await later();
    await drain({ site: { ...bench.sending(createResend("")).site, ...site } });
    expect(await ended()).toEqual({ sent: 0, failed: 2, errors: ["unanswered"] });
    expect(server.counts().requests).toBe(1);
  });

  it("that the provider knows with other mails is held", async () => {
    const { drain } = await failsOnce({ status: 409, name: "invalid_idempotent_request" });
    await launch(2);
    await drain();
    expect(await ended()).toEqual({ sent: 0, failed: 2, errors: ["unanswered"] });
  });

  it("that was refused in part is settled one by one, and the refused mails go by themselves", async () => {
    let refuses = true;
    const { server, drain } = await resendThat({ refuses: (to) => refuses && to.startsWith("p2@") });
    await launch(3);
    expect(await drain()).toEqual({ sent: 2, failed: 1 });
    expect(await bench.rows("sent_at is null")).toMatchObject([
      { email: "p2@example.com", last_error: "resend_batch_refused", failed_at: null },
    ]);
    refuses = false;
    await later();
    expect((await drain()).sent).toBe(1);
    expect(server.accepted.map(({ to: [to] }) => to).sort()).toEqual([
      "p1@example.com",
      "p2@example.com",
      "p3@example.com",
    ]);
  });

  it("that was refused as a whole is taken apart", async () => {
    const { server, drain } = await failsOnce({ status: 422, name: "validation_error" });
    await launch(2);
    expect(await drain()).toMatchObject({ sent: 0, failed: 2 });
    expect(await batches()).toEqual([]);
    await later();
    expect(await drain()).toEqual({ sent: 2, failed: 0 });
    expect(new Set(server.accepted.map(({ key }) => key)).size).toBe(2);
  });

  it("that was one too many is no attempt", async () => {
    const { drain } = await failsOnce({ status: 429, name: "rate_limit_exceeded" });
    await launch(2);
    await drain();
    expect([await batches(), (await bench.rows("attempts = 0")).length]).toEqual([[], 2]);
  });

  it("of a sender that was killed before its request is taken apart, and one that was killed after it is repeated", async () => {
    const { server, drain } = await resendThat();
    await launch(2);
    const claimed = await bench.outbox.claim({ batch: 1, leaseSeconds: 600, inBatch: 100 });
    expect(claimed.emails).toHaveLength(2);
    expect(await drain()).toEqual({ sent: 0, failed: 0 });
    await later();
    expect(await drain()).toEqual({ sent: 2, failed: 0 });

    await launch(2, 3);
    const killed = { ...bench.outbox, settleBatch: () => new Promise<void>(() => undefined) };
    void drain({ outbox: killed });
    await expect.poll(() => server.accepted.length).toBe(4);
    await later();
    expect(await drain()).toEqual({ sent: 2, failed: 0 });
    expect([server.accepted.length, await ended()]).toEqual([4, { sent: 4, failed: 0, errors: [] }]);
  });

  it("that two senders have at once is sent once", async () => {
    const { server, drain } = await resendThat();
    await launch(30);
    await bench.outbox.claim({ batch: 1, leaseSeconds: 600, inBatch: 10 });
    await later();
    await Promise.all([drain(), drain(), drain()]);
    expect([server.accepted.length, await ended()]).toEqual([30, { sent: 30, failed: 0, errors: [] }]);
  });

  it("is not repeated while the list is paused", async () => {
    const { server, drain } = await failsOnce("unread");
    await launch(2);
    await drain();
    await later();
    await bench.sql("select public.pause_list('operator')");
    expect(await drain()).toEqual({ sent: 0, failed: 0 });
    await bench.sql("select public.pause_list()");
    expect(await drain()).toEqual({ sent: 2, failed: 0 });
    expect(server.accepted).toHaveLength(2);
  });
});

describe("a wave of more than 1,000", () => {
  const notify = async (...argv: string[]) => {
    const { folder, remove } = await scratchFolder();
    onTestFinished(remove);
    return cli(argv, { env: hosted(bench), folder });
  };
  const confirmed = (people: number) =>
    bench.sql(
      "insert into public.waitlist (email, confirmed_at) select 'p' || n || '@example.com', now() from generate_series(1, $1::int) n",
      [people],
    );

  it("waits for ten minutes after the first 1,000, says so, and then goes on by itself", async () => {
    const { drain } = await resendThat();
    await confirmed(1050);
    await notify("notify", "launch", "--yes");
    expect((await drain()).sent).toBe(1000);
    expect((await drain()).sent).toBe(0);
    const { err } = await notify("mail", "status");
    expect(err).toMatch(
      /^The first 1,000 mails of this wave are sent; the others wait for bounces and complaints until \d\d:\d\d UTC\.$/mu,
    );
    const { get } = await useDesk({ env: hosted(bench) });
    expect(await get("mails")).toMatchObject({ list: { queued: 50, takes: err.trim() } });
    // Mails that somebody asked for do not wait.
    await bench.fill(1, "asks.example");
    expect((await drain()).sent).toBe(1);
    await bench.sql("update public.system_times set at = now() - interval '10 minutes' where name = 'list_waits'");
    expect((await drain()).sent).toBe(50);
  });

  it("does not wait where the operator knows the list", async () => {
    const { drain } = await resendThat();
    await confirmed(5);
    await notify("notify", "launch", "--yes", "--no-wait");
    await bench.sql(
      "insert into public.email_outbox (kind, email, to_list, sent_at) select 'launch-announcement', 'sent@example.com', true, now() from generate_series(1, 1000)",
    );
    expect((await drain()).sent).toBe(5);
  });
});
