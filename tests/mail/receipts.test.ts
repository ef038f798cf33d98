import { describe, expect, it } from "vitest";
import { type OutboxBench, useOutboxBench } from "./support/outboxBench.ts";
import { transportThat } from "./support/transportThat.ts";

let bench: OutboxBench;
useOutboxBench((started) => (bench = started));

/** Applications with receipts that are due. */
const apply = async (count = 1) => {
  await bench.sql(
    `insert into public.beta_applications (name, email, role, reason)
     select 'A', 'a' || n || '@example.com', 'other', 'x' from generate_series(1, $1::int) n`,
    [count],
  );
  await bench.sql(
    `insert into public.email_outbox (kind, email, application_id)
     select 'application-received', email, id from public.beta_applications`,
  );
};
const decide = (status: string) => bench.sql("update public.beta_applications set status = $1", [status]);
const claim = async (batch = 10) => (await bench.outbox.claim({ batch, leaseSeconds: 600 })).emails;
const kinds = async () => (await claim()).map(({ kind }) => kind);
const ends = async () =>
  Object.fromEntries((await bench.rows()).map(({ kind, dead_at, last_error }) => [kind, dead_at && last_error]));

describe("a receipt that is late", () => {
  it("is not sent any more once the answer is", async () => {
    await apply();
    await bench.sql("update public.email_outbox set not_before = now() + interval '1 hour'");
    await decide("accepted");
    expect(await kinds()).toEqual(["application-accepted"]);
    await bench.sql("update public.email_outbox set not_before = now()");
    expect(await kinds()).toEqual([]);
    expect(await ends()).toEqual({ "application-received": "not_needed", "application-accepted": null });
  });

  it.each([
    ["has a minute in which it may be undone", "not_before = now() + interval '1 minute'"],
    ["ended unsent", "dead_at = now(), last_error = 'smtp_554'"],
  ])("is sent if the answer %s", async (_, state) => {
    await apply();
    await decide("accepted");
    await bench.sql(`update public.email_outbox set ${state} where kind = 'application-accepted'`);
    expect(await kinds()).toEqual(["application-received"]);
  });

  it("does not promise an answer by a time that is over", async () => {
    await apply(2);
    await bench.sql(
      "update public.email_outbox set created_at = now() - interval '47 hours 59 minutes' where email like 'a1@%'",
    );
    await bench.sql("update public.email_outbox set created_at = now() - interval '48 hours' where email like 'a2@%'");
    const { taken, transport } = transportThat(() => undefined);
    expect(await bench.drain(transport)).toEqual({ sent: 2, failed: 0 });
    const promises = taken.map(({ to, text }) => [to, /answer by \w+day/u.test(text), text.includes("sorry")]);
    expect(promises.sort()).toEqual([
      ["a1@example.com", true, false],
      ["a2@example.com", false, true],
    ]);
  });

  it("is not sent in the same run as the answer", async () => {
    await apply(9);
    await decide("accepted");
    const { taken, transport } = transportThat(() => undefined, { concurrency: 1 });
    expect(await bench.drain(transport)).toEqual({ sent: 9, failed: 0 });
    expect(new Set(taken.map(({ to }) => to)).size).toBe(9);
  });

  it("is sent if the decision is taken back", async () => {
    await apply();
    await decide("accepted");
    await decide("pending");
    expect(await kinds()).toEqual(["application-received"]);
    await bench.sql("update public.email_outbox set leased_until = null, sent_at = now() where kind like '%-received'");
    expect(await kinds()).toEqual([]);
    expect(await ends()).toMatchObject({ "application-accepted": "not_needed" });
  });

  it.each([
    ["a retry after the answer", "sent", []],
    ["a retry after the answer, though that is taken back", "sent", ["pending"]],
    ["a retry while the answer may have arrived, though that is taken back", "unknown", ["pending"]],
  ])("and had failed is not sent by %s", async (_, outcome, later) => {
    await apply();
    await bench.sql("update public.email_outbox set dead_at = now(), last_error = 'smtp_554'");
    await decide("accepted");
    const answers = await claim();
    expect(answers.map(({ kind }) => kind)).toEqual(["application-accepted"]);
    for (const answer of answers) if (outcome === "sent") await bench.outbox.settle([{ ...answer, outcome }]);
    for (const status of later) await decide(status);
    await bench.sql("select public.retry_emails(100)");
    expect(await kinds()).toEqual([]);
    expect(await ends()).toMatchObject({ "application-received": "not_needed" });
  });
});
