import { randomUUID } from "node:crypto";
import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { serve } from "../../server/embedded/http/serve.ts";
import { createResend } from "../../server/mail/transports/resend.ts";
import { createSmtp } from "../../server/mail/transports/smtp.ts";
import { fineReasons } from "../../scripts/records/mailReport.ts";
import { cli, hosted, scratchFolder } from "../cli/terminal.ts";
import { eventually } from "../support/eventually.ts";
import { type OutboxBench, useOutboxBench } from "./support/outboxBench.ts";
import { reportTo } from "./support/reportTo.ts";
import { startSmtpServer } from "./support/smtpServer.ts";
import { transportThat } from "./support/transportThat.ts";

let bench: OutboxBench;
useOutboxBench((started) => (bench = started));

describe("mails that a relay refuses for days", () => {
  /** A relay as Postfix: it answers 450 for a domain that does not exist, as its own DNS may be at fault. */
  const relay = async () => {
    let broken = true;
    const server = await startSmtpServer({
      onRcptTo({ address }, _session, done) {
        const [responseCode, text] = address.endsWith("@gmial.example")
          ? [450, `4.1.2 <${address}>: Recipient address rejected: Domain not found`]
          : address.startsWith("p2@")
            ? [550, "5.1.1 Nobody"]
            : [451, "4.3.0 Temporary lookup failure"];
        const refuses = broken || address.endsWith("@gmial.example");
        done(refuses ? Object.assign(new Error(text), { responseCode }) : null);
      },
    });
    const smtp = createSmtp(server.url);
    onTestFinished(async () => {
      await smtp.close();
      await server.stop();
    });
    return { server, smtp, repair: () => (broken = false) };
  };

  it("are listed in a file, from which an operator takes those to addresses that do not exist, and retries the others", async () => {
    const { folder, remove } = await scratchFolder();
    onTestFinished(remove);
    const run = (...argv: string[]) => cli(argv, { env: hosted(bench), folder });
    const { server, smtp, repair } = await relay();
    await bench.fill(2);
    await bench.fill(1, "gmial.example");
    for (let attempt = 1; attempt <= 15; attempt++) {
      await bench.sql("update public.email_outbox set not_before = now()");
      await bench.drain(smtp);
    }
    const status = await run("mail", "status");
    expect(status).toMatchObject({ code: 1, err: expect.stringContaining("2 mails ended unsent.") });
    expect(status.err).toContain("npx prelaunch mail failed");

    const listed = await run("mail", "failed", "--out", "failed.csv");
    const path = join(folder, "failed.csv");
    expect(listed).toEqual({ code: 0, out: "", err: `2 mails ended unsent. They are in ${path}\n` });
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    const [header, ...lines] = (await readFile(path, "utf8")).trimEnd().split("\n");
    expect(header).toBe("id,kind,email,error,attempts,created_at,ended_at");
    expect(lines.map((line) => line.split(",").slice(1, 5).join()).sort()).toEqual([
      "waitlist-confirmation,p1@example.com,smtp_451_4.3.0,15",
      "waitlist-confirmation,p1@gmial.example,smtp_450_4.1.2,15",
    ]);

    const mistyped = lines.filter((line) => line.includes("smtp_450_4.1.2"));
    await writeFile(join(folder, "mistyped.csv"), [header, ...mistyped, ""].join("\n"));
    expect(await run("mail", "bounces", "mistyped.csv")).toMatchObject({ code: 0 });
    expect((await run("mail", "status")).err).toContain("1 mail ended unsent.");
    repair();
    expect(await run("mail", "retry")).toMatchObject({ code: 0, err: "1 mail is due again.\n" });
    await bench.drain(smtp);
    expect(server.arrived.map(({ to }) => to)).toEqual([["p1@example.com"]]);
    expect(await run("mail", "status")).toMatchObject({ code: 0 });
    expect(await run("mail", "failed", "--out", "-")).toEqual({
      code: 0,
      out: `${header}\n`,
      err: "No mail ended unsent.\n",
    });
    expect(await run("mail", "failed")).toEqual({ code: 0, out: "", err: "No mail ended unsent.\n" });
    expect((await readdir(folder)).sort()).toEqual(["failed.csv", "mistyped.csv"]);
  });

  it("are all in the file, however many they are, harmless in a spreadsheet", async () => {
    await bench.sql(
      `insert into public.email_outbox (kind, email, created_at, dead_at, last_error)
         select 'application-received', '+' || n || '@example.com', now() - n / 700 * interval '1 hour', now(), 'smtp_451' from generate_series(1, 1500) n`,
    );
    const { out } = await cli(["mail", "failed", "--out", "-"], { env: hosted(bench) });
    const lines = out.trimEnd().split("\n").slice(1);
    expect(new Set(lines.map((line) => line.split(",")[0])).size).toBe(1500);
    const times = lines.map((line) => line.split(",")[5]);
    expect(times.toSorted()).toEqual(times);
    expect(lines.every((line) => line.includes(",'+"))).toBe(true);
    expect((await cli(["mail", "retry"], { env: hosted(bench) })).err).toBe("1,500 mails are due again.\n");
  });
});

it("are retried in the order in which they ended", async () => {
  await bench.sql(
    `insert into public.email_outbox (kind, email, dead_at, last_error)
       select 'application-received', 'p' || n || '@example.com', now() - n * interval '1 hour', 'smtp_451' from generate_series(1, 3) n`,
  );
  expect(await bench.sql("select public.retry_emails(2) as retried")).toEqual([{ retried: 2 }]);
  expect(await bench.rows("dead_at is null")).toMatchObject([{ email: "p2@example.com" }, { email: "p3@example.com" }]);
});

it("are the same ones to every function and view of the database, and to the command line", async () => {
  const fine = fineReasons.map((reason) => `'${reason}'`);
  const [view] = await bench.sql<{ made: string }>("select pg_get_viewdef('public.failed_emails'::regclass) as made");
  expect(view?.made).toContain(`last_error <> ALL (ARRAY[${fine.map((reason) => `${reason}::text`).join(", ")}])`);
  const functions = await bench.sql<{ name: string; reasons: string }>(
    String.raw`select proname as name, (regexp_matches(prosrc, 'last_error not in \(([^)]*)\)', 'g'))[1] as reasons
       from pg_proc where pronamespace = 'public'::regnamespace order by name`,
  );
  expect(functions).toEqual(["email_report", "suppress_email"].map((name) => ({ name, reasons: fine.join(", ") })));
});

describe("a mail that Resend accepted and did not send", () => {
  const report = reportTo(() => bench);

  /** Resend's API: a key that it knows is answered as before, and mails nothing again. */
  const resend = async (beforeAnswer = async () => {}) => {
    const known = new Map<string, string>();
    const server = await serve(
      async ({ headers }) => {
        const key = headers.get("idempotency-key") ?? "";
        if (!known.has(key)) known.set(key, randomUUID());
        await beforeAnswer();
        return Response.json({ id: known.get(key) });
      },
      { port: 0, host: "127.0.0.1", proxies: 0 },
    );
    onTestFinished(server.close);
    return { ids: () => [...known.values()], transport: createResend("re_key", { api: server.url }) };
  };
  const failed = (email_id: string | undefined, reason = "reached_daily_quota") =>
    report("email.failed", { email_id, to: ["p1@example.com"], failed: { reason } });

  it("has ended unsent, and is mailed when it is retried, also within the day in which Resend knows it", async () => {
    const { ids, transport } = await resend();
    await bench.fill(1);
    await bench.drain(transport);
    const [first] = ids();
    expect([await failed("stranger"), await failed(first), await failed(first)]).toEqual([204, 204, 204]);
    expect(await bench.rows()).toMatchObject([
      { sent_at: null, dead_at: expect.any(Date), last_error: "resend_failed_reached_daily_quota" },
    ]);
    await bench.sql("select public.retry_emails(100)");
    await bench.drain(transport);
    expect(ids()).toHaveLength(2);
    // A replay is about the first attempt.
    expect(await failed(first)).toBe(204);
    expect(await bench.rows()).toMatchObject([{ sent_at: expect.any(Date), dead_at: null }]);
    expect(await bench.sql("select from public.waitlist where unsubscribed_at is not null")).toEqual([]);
  });

  it("is asked about again if the report comes before Resend's answer", async () => {
    let answers = () => {};
    const { ids, transport } = await resend(() => new Promise((resolve) => (answers = resolve)));
    await bench.fill(1);
    const drained = bench.drain(transport);
    await eventually("a request", async () => ids().length > 0);
    expect(await failed(ids()[0])).toBe(503);
    answers();
    await drained;
    expect(await failed(ids()[0])).toBe(204);
    expect(await bench.rows()).toMatchObject([{ sent_at: null, dead_at: expect.any(Date) }]);
  });

  it("stays sent if it went out by another way meanwhile and the report comes again", async () => {
    const { ids, transport } = await resend();
    await bench.fill(1);
    await bench.drain(transport);
    expect(await failed(ids()[0])).toBe(204);
    await bench.sql("select public.retry_emails(100)");
    await bench.drain(transportThat(() => undefined, { send: async () => ({}) }).transport);
    expect(await failed(ids()[0])).toBe(204);
    expect(await bench.rows()).toMatchObject([{ sent_at: expect.any(Date), dead_at: null }]);
  });

  it("is not asked about again if no mail to its recipient may be the one", async () => {
    await bench.fill(2);
    expect(await failed("stranger")).toBe(204);
    await bench.sql("update public.email_outbox set doubtful_since = now() where email = 'p2@example.com'");
    expect(await failed("stranger")).toBe(204);
    // Given up, so that no outcome will be recorded.
    await bench.sql(
      "update public.email_outbox set doubtful_since = now(), dead_at = now(), last_error = 'doubtful' where email = 'p1@example.com'",
    );
    expect(await failed("stranger")).toBe(204);
    // It is known, whatever becomes of another one.
    await bench.sql("update public.email_outbox set dead_at = null where email = 'p1@example.com'");
    await bench.sql(
      "insert into public.email_outbox (kind, email, sent_at, provider_id) values ('launch-announcement', 'p1@example.com', now(), 'known')",
    );
    expect([await failed("stranger"), await failed("known")]).toEqual([503, 204]);
  });

  it("is kept with no text of Resend's that may quote an address", async () => {
    const { ids, transport } = await resend();
    await bench.fill(1);
    await bench.drain(transport);
    await failed(ids()[0], "p1@example.com is invalid");
    expect(await bench.rows()).toMatchObject([{ last_error: "resend_failed" }]);
  });

  it.each([
    ["has ended unsent where the mailbox was full", { subType: "MailboxFull" }, "resend_bounced_mailboxfull"],
    [
      "has ended unsent where its content was refused",
      { subType: "ContentRejected" },
      "resend_bounced_contentrejected",
    ],
    // Out-of-office answers arrive as such.
    ["counts as sent where it bounced for now for another reason", { subType: "General" }, null],
    ["counts as sent where it bounced for now without a reason", {}, null],
  ])("%s", async (_, reason, last_error) => {
    const { ids, transport } = await resend();
    await bench.fill(1);
    await bench.drain(transport);
    const bounce = { type: "Transient", ...reason };
    expect(await report("email.bounced", { email_id: ids()[0], to: ["p1@example.com"], bounce })).toBe(204);
    expect(await bench.rows()).toMatchObject([{ last_error }]);
    expect(await bench.sql("select from public.email_suppressions")).toEqual([]);
  });
});
