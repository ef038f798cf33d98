import { expect, it, onTestFinished, vi } from "vitest";
import { createMemoryStore } from "../../server/store/memory.ts";
import { emptyMemory } from "../../server/store/store.ts";
import { createSupabaseCalls } from "../../server/store/supabase.ts";
import { createWebhookQueue } from "../../server/webhook/queue.ts";
import { type OutboxBench, useOutboxBench } from "../mail/support/outboxBench.ts";
import { transportThat } from "../mail/support/transportThat.ts";

let bench: OutboxBench;
useOutboxBench((started) => (bench = started));

/** Moves times two days ahead, as if they were stored by a clock that has been set back since. */
const wasAhead = (table: string, ...columns: string[]) =>
  bench.sql(`update public.${table} set ${columns.map((name) => `${name} = ${name} + interval '2 days'`).join(", ")}`);

const key = `waitlist:${"c".repeat(64)}`;
const other = `waitlist:${"d".repeat(64)}`;

it("a limit that a clock two days ahead used up refuses nobody when the clock is back, in the database", async () => {
  const calls = createSupabaseCalls(bench.supabase);
  const take = () => calls("take_rate_limit", { bucket: key, burst: 2, seconds_per_request: 60 });
  const takeAll = () =>
    calls("take_all_rate_limits", { buckets: [key, other], bursts: [2, 9], seconds_per_request: [60, 60] });
  for (const call of [take, takeAll]) {
    await bench.sql("delete from public.rate_limits");
    for (const wait of [0, 0, expect.any(Number)]) expect(await call()).toEqual(wait);
    await wasAhead("rate_limits", "tat");
    expect([await call(), await call()]).toEqual([0, 0]);
    expect(await call()).toBeGreaterThan(50);
    expect(await call()).toBeLessThanOrEqual(60);
  }
});

it("and in memory", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  onTestFinished(() => void vi.useRealTimers());
  const store = createMemoryStore(emptyMemory());
  const take = () => store.takeAll([{ key, burst: 2, secondsPerRequest: 60 }]);
  const now = Date.now();
  for (const time of [now + 2 * 86_400_000, now]) {
    vi.setSystemTime(time);
    expect([await take(), await take(), await take()]).toEqual([0, 0, 60]);
  }
});

it("mails queued, tried or claimed by a clock ahead leave when it is back, and none of a sender who is at work", async () => {
  await bench.sql(
    `insert into public.email_outbox (kind, email, attempts, leased_until, doubtful_since, failing_since)
       select 'application-received', 'a' || n || '@example.com', n, case n when 2 then now() + interval '10 minutes' end,
         case n when 2 then now() end, case n when 1 then now() end from generate_series(0, 2) n`,
  );
  await wasAhead("email_outbox", "created_at", "not_before", "leased_until", "doubtful_since", "failing_since");
  const { taken, transport } = transportThat(() => undefined);
  await bench.drain(transport);
  expect(taken.map(({ to }) => to).sort()).toEqual(["a0@example.com", "a1@example.com"]);
  const [leased] = await bench.sql<{ minutes: number }>(
    "select extract(epoch from leased_until - now())::integer / 60 as minutes from public.email_outbox where leased_until is not null",
  );
  expect(leased?.minutes).toBeLessThanOrEqual(10);
  await bench.sql("update public.email_outbox set leased_until = now() where leased_until is not null");
  const claimed = await bench.outbox.claim({ batch: 10, leaseSeconds: 600 });
  expect(claimed.emails.map(({ email }) => email)).toEqual(["a2@example.com"]);
  expect(await bench.sql("select from public.email_outbox where doubtful_since > now()")).toEqual([]);
});

it("a confirmation may be asked for again, and the list is watched again, when the clock is back", async () => {
  const ask = async () =>
    (await bench.supabase.rpc("enqueue_asked_email", { asked_kind: "waitlist-confirmation", person: "a@example.com" }))
      .data;
  expect([await ask(), await ask()]).toEqual([true, false]);
  await bench.supabase.rpc("pause_list", {});
  await wasAhead("email_outbox", "created_at");
  await wasAhead("system_times", "at");
  expect([await ask(), await ask()]).toEqual([true, false]);
  await bench.outbox.claim({ batch: 1, leaseSeconds: 600 });
  expect(await bench.sql("select from public.system_times where at > now()")).toEqual([]);
});

it("an alert of a day that is not yet there is mailed again on that day", async () => {
  const queue = () =>
    bench.supabase.rpc("queue_operator_mails", {
      email: "op@example.com",
      mails: JSON.stringify([{ kind: "operator-digest", parameters: { about: "digest", day: "2026-12-01" } }]),
    });
  expect((await queue()).data).toBe(1);
  await wasAhead("email_outbox", "created_at", "not_before");
  await bench.outbox.claim({ batch: 10, leaseSeconds: 600 });
  expect((await queue()).data).toBe(1);
});

it("events of the webhook leave when the clock is back, also one whose backend died", async () => {
  await bench.sql(
    `insert into public.waitlist (id, email) values ('00000000-0000-4000-8000-00000000000b', 'a@example.com');
     insert into public.webhook_events (type, subject, not_before, leased_until)
       select 'waitlist.joined', '00000000-0000-4000-8000-00000000000b', now(), case n when 1 then now() + interval '1 minute' end
       from generate_series(1, 2) n`,
  );
  await wasAhead("webhook_events", "created_at", "not_before", "leased_until");
  const queue = createWebhookQueue(createSupabaseCalls(bench.supabase));
  const claimed = [await queue.claim(60), await queue.claim(60), await queue.claim(60)];
  expect(claimed.map((event) => event?.attempt)).toEqual([1, 1, undefined]);
});
