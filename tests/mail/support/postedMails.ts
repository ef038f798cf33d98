import { afterAll, afterEach, beforeAll, beforeEach, expect } from "vitest";
import { createSmtp } from "../../../server/mail/transports/smtp.ts";
import type { Transport } from "../../../server/mail/transports/transport.ts";
import { type OutboxBench, startOutboxBench } from "./outboxBench.ts";
import { startSmtpServer, type TestSmtpServer } from "./smtpServer.ts";

/** A backend and a real SMTP server that receives its mails, for a test file; both are empty before each test. */
export function usePostedMails() {
  let bench: OutboxBench;
  let server: TestSmtpServer;
  let smtp: Transport;
  beforeAll(async () => {
    [bench, server] = await Promise.all([startOutboxBench(), startSmtpServer()]);
    smtp = createSmtp(server.url);
  });
  beforeEach(() => bench.empty());
  afterEach(() => server.arrived.splice(0));
  afterAll(async () => {
    await smtp.close();
    await server.stop();
    await bench.stop();
  });

  const json = (path: string, body: unknown) =>
    bench.request(path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  const join = async (email: string) =>
    (await json("/waitlist", { email, captcha: await bench.solveCaptcha(), source: "friend" })).status;
  return {
    bench: () => bench,
    arrived: () => server.arrived,
    /** Sends the due mails. */
    drain: () => bench.drain(smtp),
    /** Posts JSON to a form route. */
    json,
    /** Joins the waitlist and returns the HTTP status. */
    join,
    /** Joins, and returns the tokens of the mail that arrives. */
    async joined(email = "ada@example.com") {
      expect(await join(email)).toBe(201);
      await bench.drain(smtp);
      const mail = server.arrived.findLast(({ to }) => to[0] === email)?.mail;
      const [, confirm = ""] = /\/#confirm=(\w+)/u.exec(mail?.text ?? "") ?? [];
      const oneClick = mail?.headers.find(({ key }) => key === "list-unsubscribe")?.value ?? "";
      const [, unsubscribe = ""] = /\?token=(\w+)>/u.exec(oneClick) ?? [];
      return { confirm, unsubscribe };
    },
    async person(email = "ada@example.com") {
      const [row] = await bench.sql<{ confirmed: boolean; unsubscribed: boolean }>(
        "select confirmed_at is not null as confirmed, unsubscribed_at is not null as unsubscribed from public.waitlist where email = $1",
        [email],
      );
      return row;
    },
    /** The record of a person's consent, oldest first. */
    consents: (email = "ada@example.com") =>
      bench.sql<{ event: string; text_version: string | null; client_hash: string | null }>(
        `select event, text_version, client_hash from public.consent_events
          where person = (select id from public.waitlist where email = $1) order by happened_at`,
        [email],
      ),
    /** Reasons why addresses are on the suppression list. */
    suppressed: async () =>
      (await bench.sql<{ reason: string }>("select reason from public.email_suppressions order by created_at")).map(
        ({ reason }) => reason,
      ),
  };
}
