import { expect, it, onTestFinished } from "vitest";
import { createForms } from "../../server/app.ts";
import { createMailHealth } from "../../server/launch/mailHealth.ts";
import { startSender } from "../../server/mail/outbox/hosts.ts";
import { createOperatorMails } from "../../server/mail/outbox/operatorMails.ts";
import { createSmtp } from "../../server/mail/transports/smtp.ts";
import { createSupabaseCalls } from "../../server/store/supabase.ts";
import { useDesk } from "../cli/desk.ts";
import { cli, hosted, scratchFolder } from "../cli/terminal.ts";
import { siteOrigin } from "../support/backend.ts";
import { eventually } from "../support/eventually.ts";
import { type OutboxBench, useOutboxBench } from "./support/outboxBench.ts";
import { startSmtpServer } from "./support/smtpServer.ts";
import { transportThat } from "./support/transportThat.ts";

let bench: OutboxBench;
useOutboxBench((started) => (bench = started));

const operator = "operator@keelbook.example";

it("is told alike by check, desk, mail status, alert, digest and health while a server refuses every mail, and when it is over", async () => {
  const server = await startSmtpServer({
    onRcptTo: (_to, _session, done) =>
      done(Object.assign(new Error("5.7.1 this sender may not send"), { responseCode: 550 })),
  });
  const { folder, remove } = await scratchFolder();
  const call = createSupabaseCalls(bench.supabase);
  const queueOperatorMails = createOperatorMails({ email: operator, call, clock: () => new Date(2026, 10, 28, 8) });
  const transport = createSmtp(server.url);
  onTestFinished(async () => {
    await transport.close();
    await server.stop();
    await remove();
  });
  const sender = startSender({ ...bench.sending(transport), queueOperatorMails, interval: 50 });
  await bench.fill(12);
  await eventually("the sender rests", async () => (await bench.rows("kind = 'operator-alert'")).length > 0);
  await sender.stop();

  const env = hosted(bench);
  const findings = async (...argv: string[]) => {
    const said: { findings: { check: string; level: string; message: string }[] } = JSON.parse(
      (await cli([...argv, "--json"], { env, folder })).out,
    );
    return said.findings.filter(({ check, level }) => check === "mail" && level !== "ok").map(({ message }) => message);
  };
  const health = async () => {
    const forms = createForms({
      store: bench.store,
      captcha: { verify: async () => "failed" },
      siteUrl: siteOrigin,
      secret: "s".repeat(32),
      mailStands: createMailHealth(call),
    });
    const answers = ["health", "health?mail"].map((path) => forms.request(`/functions/v1/forms/${path}`));
    return Promise.all(answers.map(async (answer) => (await answer).json()));
  };
  const refused = expect.stringMatching(
    /^The mail server does not accept our mails \(10 in a row were not accepted, the last with smtp_550_5\.7\.1\); the next try is at/u,
  );
  const { get } = await useDesk({ env });
  const onDesk = async () =>
    (await get("findings"))
      .filter(({ check }: { check: string }) => check === "mail")
      .map(({ message }: { message: string }) => message);
  expect(await findings("check", "backend")).toEqual([refused]);
  expect(await findings("mail", "status")).toEqual([refused]);
  expect(await onDesk()).toEqual([refused]);
  expect((await get("mails")).stuck).toEqual({
    message: refused,
    remedy: expect.stringContaining("refuses the sender"),
  });
  expect(await health()).toEqual([{ status: "ok" }, { status: "down", down: ["mail"] }]);
  const texts = await bench.sql<{ text: string }>(
    "select parameters ->> 'bodyText' as text from public.email_outbox where kind like 'operator-%' order by kind",
  );
  expect(texts.map(({ text }) => text.replaceAll(/\s+/gu, " "))).toEqual([
    expect.stringContaining("The mail server does not accept our mails (10 in a row"),
    expect.stringContaining("The mail server does not accept our mails (10 in a row"),
  ]);

  // One accepted mail is enough to end all of these messages.
  await bench.sql("update public.email_outbox set not_before = now()");
  await bench.drain(transportThat(() => undefined).transport);
  expect([await findings("check", "backend"), await findings("mail", "status"), await onDesk()]).toEqual([[], [], []]);
  expect(await health()).toEqual([{ status: "ok" }, { status: "ok" }]);

  // What a restore holds back is no failure, and is said alike, too.
  await bench.fill(3, "restored.example");
  await bench.sql("update public.email_outbox set failed_at = now(), last_error = 'restored' where sent_at is null");
  const held = expect.stringMatching(/^3 mails have been held back since a restore/u);
  expect([await findings("check", "backend"), await findings("mail", "status"), await onDesk()]).toEqual([
    [held],
    [held],
    [held],
  ]);
  expect(await health()).toEqual([{ status: "ok" }, { status: "ok" }]);
});

it("a wave that stopped itself is told in one sentence by check, mail status and both views of the desk, also where none is queued", async () => {
  await bench.sql(`insert into public.email_outbox (kind, email, to_list, sent_at) select 'launch-announcement', 'p' || n || '@example.com', true, now() from generate_series(1, 100) n;
    update public.email_outbox set bounced_at = now() where email ~ '^p[1-8]@';
    select public.pause_list('bounces')`);
  const env = hosted(bench);
  const { folder, remove } = await scratchFolder();
  onTestFinished(remove);
  const { get } = await useDesk({ env });
  const onDesk: { check: string; message: string }[] = await get("findings");
  const sentence = "Mails to the list are paused, as 8 of 100 bounced (8.00 %).";
  expect(onDesk.filter(({ message }) => message.includes("paused")).map(({ message }) => message)).toEqual([sentence]);
  expect((await get("mails")).list).toMatchObject({ queued: 0, why: sentence });
  for (const argv of [
    ["check", "backend"],
    ["mail", "status"],
  ]) {
    const { out, err } = await cli(argv, { env, folder, columns: 200 });
    expect(out + err).toContain(sentence);
  }
});

it("a sender's rest is known whatever another sender claims meanwhile, but not one of a clock that was ahead", async () => {
  const rests = async () => {
    const [row] = await bench.sql<{ seconds: number | null }>(
      "select (public.sender_report() ->> 'rests_seconds')::float as seconds",
    );
    return row?.seconds;
  };
  await bench.outbox.noteRest(600, "smtp_550_5.7.1");
  await bench.outbox.claim({ batch: 1, leaseSeconds: 60 });
  expect(await rests()).toBeGreaterThan(500);
  await bench.outbox.noteRest(2 * 86_400, "smtp_550_5.7.1");
  expect(await rests()).toBeNull();
});
