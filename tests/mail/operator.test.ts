import { expect, it, onTestFinished } from "vitest";
import { brand } from "../../server/contract/brand.ts";
import { startSender } from "../../server/mail/outbox/hosts.ts";
import type { HostReport } from "../../server/launch/launchReport.ts";
import { createOperatorMails } from "../../server/mail/outbox/operatorMails.ts";
import { createSupabaseCalls } from "../../server/store/supabase.ts";
import { eventually } from "../support/eventually.ts";
import { type OutboxBench, useOutboxBench } from "./support/outboxBench.ts";
import { transportThat } from "./support/transportThat.ts";

let bench: OutboxBench;
useOutboxBench((started) => (bench = started));

const email = "ada@keelbook.example";
const clear = "delete from public.system_times where name = 'list_paused'; delete from public.webhook_events";

/** The mail that the operator gets at a time of a day, by the host's clock. */
function tellAt(day: number, hour: number, minute = 0, host?: HostReport) {
  const clock = () => new Date(2026, 10, day, hour, minute);
  return createOperatorMails({
    email,
    call: createSupabaseCalls(bench.supabase),
    clock,
    ...(host ? { host: async () => host } : {}),
  });
}
const told = async () => {
  const { taken, transport } = transportThat(() => undefined);
  await bench.drain(transport);
  return taken.filter(({ to }) => to === email);
};
const apply = (hoursAgo: number) =>
  bench.sql(
    "insert into public.beta_applications (name, email, role, reason, created_at) values ('B', 'bo@example.com', 'other', 'x', now() - make_interval(hours => $1))",
    [hoursAgo],
  );
const event = (failed: string) =>
  bench.sql(
    `insert into public.webhook_events (type, subject, failed_at) values ('waitlist.joined', gen_random_uuid(), ${failed})`,
  );

it("mails a digest from seven in the morning, once a day, however many ask at once", async () => {
  expect(await tellAt(28, 6, 59)()).toBe(0);
  const all = await Promise.all(Array.from({ length: 5 }, () => tellAt(28, 7)()));
  expect(all.reduce((sum, n) => sum + n, 0)).toBe(1);
  // The last is the first start, or another, after seven (docs/launch.md).
  expect([await tellAt(28, 23)(), await tellAt(29, 3)(), await tellAt(30, 15)()]).toEqual([0, 0, 1]);
  expect((await told()).map(({ subject, to }) => [subject, to])).toEqual(
    [1, 2].map(() => [`${brand}: 0 joined, 0 confirmed`, email]),
  );
});

it("mails the figures of 24 hours and 7 days, and says of the last backup where it knows", async () => {
  await bench.sql(
    `insert into public.waitlist (email, source, joined_at, confirmed_at, unsubscribed_at, share_code, referred_by) values
       ('a@example.com', 'newsletter', now() - interval '2 hours', now() - interval '1 hour', null, 'AAAAAAAA', null),
       ('b@example.com', null, now() - interval '3 days', null, now() - interval '2 days', 'BBBBBBBB', 'AAAAAAAA'),
       ('c@example.com', 'evil.example', now() - interval '6 days', now() - interval '6 days', null, 'CCCCCCCC', null),
       ('d@example.com', 'older', now() - interval '8 days', now() - interval '8 days', null, 'DDDDDDDD', null);
     insert into public.consent_events (person, event, happened_at)
       select id, 'unsubscribed', now() - interval '2 days' from public.waitlist where email = 'b@example.com';
     insert into public.email_outbox (kind, email, to_list, failed_at, last_error, bounced_at) values
       ('launch-announcement', 'c@example.com', true, now(), 'smtp_554', null), ('launch-announcement', 'd@example.com', true, now(), 'smtp_550_5.1.1', now())`,
  );
  for (const hours of [1, 30, 41, 50]) await apply(hours);
  const now = new Date(2026, 10, 28, 7);
  await tellAt(28, 7, 0, {
    lastBackup: new Date(now.getTime() - 5 * 3_600_000),
    failedBackup: undefined,
    freeBytes: 1e9,
  })();
  const mail = (await told()).find(({ subject }) => subject.includes("joined"));
  expect(mail?.subject).toBe(`${brand}: 1 joined, 1 confirmed, 4 to answer`);
  for (const line of [
    /^Saturday 28 November$/mu,
    /^May be mailed: 3 of 4 people\.$/mu,
    /^Joined +1 +3$/mu,
    /^by a friend’s link +0 +1$/mu,
    /^Confirmed +1 +2$/mu,
    /^Unsubscribed +0 +1$/mu,
    /^Applied +1 +4$/mu,
    /^Mails bounced +1 +1$/mu,
    /^Complaints +0 +0$/mu,
    /^Mails failed +1 +1$/mu,
    /^Applications to answer: 1 overdue, 1 with less than 8 hours left, 1 with\sless than 24, 1\swith more\.$/mu,
    /^Sources in 7 days: evil\u2060\.example 1, newsletter 1, no source 1\.$/mu,
    /^Backup: The last backup is 5 h old\.$/mu,
  ])
    expect(mail?.text).toMatch(line);
  expect(mail?.html).toContain("The last backup is 5 h old.");
  // If the backups are made elsewhere, the mail does not mention them, nor anything that is in order.
  await tellAt(29, 7)();
  expect((await told()).at(-1)?.text).not.toMatch(/backup|Webhook|Mails to the list/u);
});

it("tells at once of an application with eight hours left, of events given up and of a wave that stopped itself, each once", async () => {
  onTestFinished(async () => void (await bench.sql(clear)));
  expect(await tellAt(28, 3)()).toBe(0);
  await apply(39);
  await event("null");
  await bench.sql("insert into public.system_times (name, reason) values ('list_paused', 'operator')");
  expect(await tellAt(28, 3)()).toBe(0);
  await apply(41);
  await event("now()");
  await bench.sql("update public.system_times set reason = 'bounces' where name = 'list_paused'");
  expect([await tellAt(28, 3)(), await tellAt(28, 4)(), await tellAt(29, 3)()]).toEqual([3, 0, 0]);
  expect((await told()).map(({ subject }) => subject).sort()).toEqual([
    `${brand}: 2 applications wait, 1 with less than 8 hours left`,
    `${brand}: Mails to the list are paused, as 0 of 0 bounced`,
    `${brand}: The webhook’s receiver did not take 1 event`,
  ]);
  // A new finding of the same kind waits for the digest on the same day, and is mailed on another.
  await event("now() + interval '1 minute'");
  expect([await tellAt(28, 5)(), await tellAt(29, 5)()]).toEqual([0, 1]);
});

it("tells each time that a wave stops itself, as somebody let it go on before", async () => {
  onTestFinished(async () => void (await bench.sql(clear)));
  for (const expected of [1, 1]) {
    await bench.sql("select public.pause_list('bounces')");
    expect([await tellAt(28, 3)(), await tellAt(28, 4)()]).toEqual([expected, 0]);
    await bench.sql("select public.pause_list()");
  }
});

it("mails the operator whatever is paused and suppressed, with no link to unsubscribe", async () => {
  onTestFinished(async () => void (await bench.sql(clear)));
  await bench.sql("insert into public.system_times (name, reason) values ('list_paused', 'operator')");
  await bench.sql("insert into public.waitlist (email, unsubscribed_at) values ($1, now())", [email]);
  await bench.sql("select public.suppress_email($1, 'complained')", [email]);
  await tellAt(28, 7)();
  const [mail] = await told();
  expect(mail?.headers).not.toHaveProperty("List-Unsubscribe");
  expect(mail?.html).not.toContain("#unsubscribe");
  expect(mail?.text).toMatch(/^Mails to the list are paused by the operator: Once the cause is known/mu);
});

it("tells once of a sender that rests, when it sends again", async () => {
  await bench.fill(30);
  let down = true;
  const { taken, transport } = transportThat(() => (down ? "refused" : undefined));
  const queueOperatorMails = tellAt(28, 3);
  const sender = startSender({ ...bench.sending(transport), queueOperatorMails, interval: 20 });
  await eventually("it is queued", async () => (await bench.rows("kind = 'operator-alert'")).length > 0);
  await sender.stop();
  down = false;
  await bench.drain(transport);
  expect(taken.filter(({ to }) => to === email).map(({ subject, text }) => [subject, text])).toEqual([
    [
      `${brand}: The mail server does not accept our mails`,
      expect.stringMatching(/\(10 in a row were not accepted,\sthe\slast\swith\stest_refused\)/u),
    ],
  ]);
  expect(await bench.rows("kind = 'operator-alert'")).toHaveLength(1);
});

it("says in the log, once, that the operator cannot be mailed, as on a full disk", async () => {
  const log: string[] = [];
  const call = () => Promise.reject(Object.assign(new Error("No space left on device"), { code: "53100" }));
  const tell = createOperatorMails({ email, call, log: (line) => log.push(line) });
  expect([await tell(), await tell()]).toEqual([0, 0]);
  expect(log).toEqual(["The operator cannot be mailed (53100); it is tried again."]);
});
