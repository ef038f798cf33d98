import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { createSmtp } from "../../server/mail/transports/smtp.ts";
import { cli, hosted, scratchFolder } from "../cli/terminal.ts";
import { type OutboxBench, useOutboxBench } from "./support/outboxBench.ts";
import { startSmtpServer } from "./support/smtpServer.ts";
import { transportThat } from "./support/transportThat.ts";

let bench: OutboxBench;
let folder: string;
useOutboxBench((started) => (bench = started));
beforeAll(async () => {
  const scratch = await scratchFolder();
  folder = scratch.folder;
  return scratch.remove;
});

const run = (...argv: string[]) => cli(argv, { env: hosted(bench), folder });
const people = (most: number) =>
  bench.sql(
    `insert into public.waitlist (email, created_at, confirmed_at)
     select 'p' || n || '@example.com', '2026-05-04T00:00:00Z'::timestamptz + n * interval '1 second', now() from generate_series(1, $1::int) n`,
    [most],
  );
const pauses = async () =>
  (await bench.sql<{ reason: string }>("select reason from public.system_times where name = 'list_paused'")).map(
    ({ reason }) => reason,
  );

it("a wave of which a server refuses too many stops by itself, says why, and goes on to each person once", async () => {
  let asked = 0;
  let badly = true;
  const server = await startSmtpServer({
    onRcptTo: (_address, _session, done) => {
      const refuses = badly && ++asked % 10 === 0;
      done(refuses ? Object.assign(new Error("5.1.1 no such mailbox"), { responseCode: 550 }) : undefined);
    },
  });
  const smtp = createSmtp(server.url);
  onTestFinished(async () => {
    await smtp.close();
    await server.stop();
  });
  await people(160);
  await run("notify", "launch", "--yes");
  await bench.drain(smtp);
  // A few mails were under way.
  const refused = asked - server.arrived.length;
  expect([asked >= 100, asked < 130, refused]).toEqual([true, true, Math.floor(asked / 10)]);
  expect(await pauses()).toEqual(["bounces"]);
  const why = new RegExp(
    `Mails to the list are paused, as ${refused} of ${asked} bounced \\(\\d+\\.\\d\\d %\\)\\.`,
    "u",
  );
  expect(await run("mail", "status")).toMatchObject({
    out: expect.stringMatching(new RegExp(`This wave +${asked} +\\d+\\.\\d\\d % bounced, 0\\.00 % complained`, "u")),
    err: expect.stringMatching(new RegExp(`${why.source}\n.*npx prelaunch notify --resume\n`, "u")),
  });
  await bench.sql(
    "insert into public.waitlist (email, confirmed_at) values ('new@example.com', now()), ('asks@example.com', null)",
  );
  await bench.sql("insert into public.email_outbox (kind, email) values ('waitlist-confirmation', 'asks@example.com')");
  expect((await run("notify", "launch", "--yes")).err).toMatch(why);
  badly = false;
  expect(await bench.drain(smtp)).toMatchObject({ sent: 1 });

  expect((await run("notify", "--resume")).err).toMatch(/^Mails to the list go on\./u);
  expect((await run("notify", "--resume")).err).toBe("Mails to the list are not paused.\n");
  await bench.drain(smtp);
  expect(await pauses()).toEqual([]);
  const to = server.arrived.map(({ to: [address] }) => address);
  expect([to.length, new Set(to).size]).toEqual([162 - refused, 162 - refused]);
});

describe("mails to the list are paused", () => {
  /** Adds sent mails to `p1@example.com` and so on. */
  const sent = (count: number, kind = "launch-announcement") =>
    bench.sql(
      "insert into public.email_outbox (kind, email, to_list, sent_at) select $2, 'p' || n || '@example.com', $2 = 'launch-announcement', now() from generate_series(1, $1::int) n",
      [count, kind],
    );
  /** Sends the provider's reports about the first people one by one. */
  const report = async (event: string, count: number) => {
    for (let n = 1; n <= count; n++)
      await bench.sql("select public.record_email_event($1, $2)", [event, JSON.stringify([`p${n}@example.com`])]);
  };

  it.each([
    ["bounced", 5, 124, ["bounces"]],
    ["bounced", 5, 125, []],
    ["bounced", 50, 99, []],
    ["complained", 3, 3000, ["complaints"]],
    ["complained", 3, 3001, []],
    ["complained", 2, 100, []],
  ])("by reports of a provider: %s, %i of %i", async (event, n, whole, expected) => {
    await sent(whole);
    await report(event, n);
    expect(await pauses()).toEqual(expected);
  });

  it("not by mails that people asked for, and not again for what was reported before they went on", async () => {
    await sent(100, "waitlist-confirmation");
    await report("bounced", 20);
    expect(await pauses()).toEqual([]);
    await bench.sql("delete from public.email_outbox");
    await sent(100);
    await report("bounced", 5);
    await bench.sql("select public.pause_list('operator')");
    expect(await pauses()).toEqual(["bounces"]);
    await bench.sql("select public.pause_list()");
    await report("bounced", 30);
    expect(await pauses()).toEqual([]);
  });

  it("by the bounces of one wave, however well the ones before it went", async () => {
    await sent(5000);
    await bench.sql(
      "insert into public.waitlist (email, confirmed_at) select 'q' || n || '@example.com', now() from generate_series(1, 100) n",
    );
    await run("notify", "launch", "--yes");
    const { transport } = transportThat(({ to }) => (/^q\d@/u.test(to) ? "undeliverable" : undefined));
    await bench.drain(transport);
    expect(await pauses()).toEqual(["bounces"]);
  });
});
