import { expect, it, onTestFinished } from "vitest";
import { startSender } from "../../server/mail/outbox/hosts.ts";
import { createResend } from "../../server/mail/transports/resend.ts";
import { eventually } from "../support/eventually.ts";
import { type OutboxBench, useOutboxBench } from "./support/outboxBench.ts";
import { startResend } from "./support/resendServer.ts";

let bench: OutboxBench;
useOutboxBench((started) => (bench = started));

/** The stand-in of Resend, and a transport to it. */
async function resendThat(options: Parameters<typeof startResend>[0] = {}) {
  const server = await startResend(options);
  onTestFinished(server.stop);
  return { server, transport: createResend("re_key", { api: server.url }) };
}

it("five senders at once share the pace of their team: no mail is put off, and all of them are sent once", async () => {
  const { server, transport } = await resendThat();
  await bench.fill(20);
  const rounds = await Promise.all(Array.from({ length: 5 }, () => bench.drain(transport, { perSecond: 5 })));
  expect(rounds.reduce((sum, { sent }) => sum + sent, 0)).toBe(20);
  expect(rounds.flatMap(({ rest }) => (rest ? [rest.why] : []))).toEqual([]);
  const rows = await bench.rows();
  expect(rows.filter(({ attempts, last_error }) => attempts !== 1 || last_error !== null)).toEqual([]);
  expect(new Set(server.accepted.map(({ key }) => key)).size).toBe(20);
  // Without a common pace, 80 of 100 requests are refused.
  expect(server.counts().limited).toBeLessThan(10);
});

it("a provider that takes no more mails rests every sender as long as it says, which the log and the launch's state tell", async () => {
  const { server, transport } = await resendThat({
    mishap: (n) => (n === 0 ? { status: 429, name: "rate_limit_exceeded" } : undefined),
  });
  const log: string[] = [];
  await bench.fill(3);
  const sender = startSender({ ...bench.sending(transport), log: (line) => log.push(line) });
  onTestFinished(sender.stop);
  await eventually("it rests", async () => log.length > 0);
  expect(log).toEqual([
    expect.stringMatching(
      /^Mails wait: resend_429_rate_limit_exceeded, and all senders rest for 60 s\. .*MAIL_PER_SECOND/u,
    ),
  ]);
  await eventually(
    "the others are back",
    async () => (await bench.rows("attempts = 0 or sent_at is not null")).length === 3,
  );
  const before = server.counts().requests;
  expect(await bench.drain(transport)).toMatchObject({ sent: 0, rest: { why: "resend_429_rate_limit_exceeded" } });
  expect(server.counts().requests).toBe(before);
  const report = await bench.sql<{ why: string }>("select public.sender_report() ->> 'limited_why' as why");
  expect(report).toEqual([{ why: "resend_429_rate_limit_exceeded" }]);

  await bench.sql("update public.system_times set at = now() where name = 'mail_limited'");
  await bench.drain(transport);
  expect((await bench.rows("sent_at is not null and attempts = 1")).length).toBe(3);
});
