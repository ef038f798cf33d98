import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createSmtp } from "../../server/mail/transports/smtp.ts";
import { cli, hosted } from "../cli/terminal.ts";
import { may, names, useNotify } from "./support/notifyBench.ts";
import { startSmtpServer } from "./support/smtpServer.ts";

const { bench, folder, notify, launch, people, queued, notified, writeUpdate } = useNotify();

describe("a mail to the list, between the outbox and the sender", () => {
  it("has both ways to unsubscribe, and the update's text", async () => {
    await people(1);
    await notify(["update", await writeUpdate(may), "--yes"]);
    const server = await startSmtpServer();
    const smtp = createSmtp(server.url);
    await bench().drain(smtp);
    await smtp.close();
    await server.stop();
    const { mail } = server.arrived[0] ?? {};
    const header = (name: string) => mail?.headers.find(({ key }) => key === name)?.value;
    expect(mail).toMatchObject({ subject: "Invoices are done", text: expect.stringContaining("You can send") });
    expect(mail?.html).toContain("<em>invoices</em>");
    expect(mail?.text).toMatch(/https:\/\/site\.example\/#unsubscribe=[0-9a-f]{64}/u);
    expect(header("list-unsubscribe")).toMatch(/\/unsubscribe\?token=[0-9a-f]{64}>$/u);
    expect(header("list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click");
  });

  const ends = async () =>
    Object.fromEntries((await bench().rows()).map(({ email, dead_at, last_error }) => [email, dead_at && last_error]));

  it.each([["launch"], ["update"]])("is not sent to who left, was suppressed or erased since: %s", async (kind) => {
    await people(5);
    await notify([kind, ...(kind === "update" ? [await writeUpdate(may)] : []), "--yes"]);
    await bench().sql("update public.waitlist set unsubscribed_at = now() where email = 'p1@example.com'");
    await bench().sql("select public.record_email_event('complained', '[\"p2@example.com\"]')");
    // Unsubscribed and joined again, unconfirmed: whether that was the address's owner is not known yet.
    await bench().sql(
      "update public.waitlist set confirmed_at = null, notified = false where email = 'p3@example.com'",
    );
    await bench().sql("select public.erase_person('p4@example.com')");
    const { emails } = await bench().outbox.claim({ batch: 10, leaseSeconds: 60 });
    expect(emails.map(({ email }) => email)).toEqual(names(5));
    expect(await ends()).toEqual({
      "p1@example.com": "unsubscribed",
      "p2@example.com": "suppressed",
      "p3@example.com": "unsubscribed",
      "p5@example.com": null,
    });
  });

  it("waits until requested mails are sent", async () => {
    await people(50);
    await launch();
    await bench().sql(
      "insert into public.email_outbox (kind, email) values ('application-received', 'ada@example.com')",
    );
    const { emails } = await bench().outbox.claim({ batch: 3, leaseSeconds: 60 });
    expect(emails.map(({ kind }) => kind)).toEqual([
      "application-received",
      "launch-announcement",
      "launch-announcement",
    ]);
    const { out } = await cli(["mail", "status"], { env: hosted(bench()), folder: folder() });
    expect(out).toMatch(/Waiting +51  51 due, 3 being sent, the oldest for \d min\n[^]* 50 +launch-announcement\n/u);
  });
});

describe("notify update", () => {
  it("sends a text once to everyone, however its lines end, and then another one", async () => {
    await people(3);
    await notify(["update", await writeUpdate(may), "--yes", "--wave", "2"]);
    await notify(["update", await writeUpdate(`\ufeff${may.replaceAll("\n", "\r\n")}\n\n`), "--yes"]);
    expect(await queued()).toEqual(names(1, 2, 3));
    expect(await notified()).toEqual([]);
    await notify(["update", await writeUpdate(may.replace("done", "here")), "--yes"]);
    expect(await queued()).toHaveLength(6);
  });

  it("sends a name once to everyone, with the text of their wave", async () => {
    await people(2);
    await notify(["update", await writeUpdate(may.replace("done", "dnoe")), "--yes", "--name", "may", "--wave", "1"]);
    await notify(["update", await writeUpdate(may), "--yes", "--name", "may"]);
    const { emails } = await bench().outbox.claim({ batch: 10, leaseSeconds: 60 });
    expect(emails.map(({ email, parameters }) => [email, parameters.subject])).toEqual([
      ["p1@example.com", "Invoices are dnoe"],
      ["p2@example.com", "Invoices are done"],
    ]);
    expect(await notify(["update", "may.md", "--name", "No Name"])).toMatchObject({ code: 2 });
  });

  it("remembers who was told after the outbox has been pruned", async () => {
    await people(1);
    await notify(["update", await writeUpdate(may), "--yes"]);
    await bench().sql("update public.email_outbox set sent_at = now() - interval '100 days'");
    await bench().sql(
      `select public.prune_page('{"part": "mails", "scan": 10, "unconfirmed_days": 30, "ended_days": 90}')`,
    );
    expect(await queued()).toEqual([]);
    // Nor of those who left since and came back.
    await bench().sql("update public.waitlist set unsubscribed_at = now()");
    await bench().sql("update public.waitlist set unsubscribed_at = null");
    await notify(["update", "may.md", "--yes"]);
    expect(await queued()).toEqual([]);
  });

  it("sends no file that is hostile, not an update or missing", async () => {
    await people(1);
    const hostile: [text: string | Uint8Array, reason: string][] = [
      ["", "Line 1: begin with the subject"],
      ["# Hi\n\n<script>alert(1)</script>", "raw HTML"],
      ["# Hi\n\n\u202egnp.exe", "control character"],
      [`# Hi\n\n${"x".repeat(90_000)}`, "Longer than"],
      [`# Hi\n\n${"é".repeat(400_000)}`, "Longer than"],
      [Uint8Array.of(0x23, 0x20, 0xff, 0xfe), "not UTF-8"],
    ];
    for (const [text, reason] of hostile) {
      await writeFile(join(folder(), "hostile.md"), text);
      expect(await notify(["update", "hostile.md", "--yes"])).toMatchObject({
        code: 1,
        err: expect.stringContaining(reason),
      });
    }
    expect(await notify(["update", "nothing.md", "--yes"])).toMatchObject({
      code: 1,
      err: expect.stringContaining("nothing.md cannot be read: there is no such file."),
    });
    expect(await queued()).toEqual([]);
  });
});
