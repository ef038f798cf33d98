import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { placeholderToken } from "../../scripts/operator/announcements.ts";
import { askBackend, fakeBackend } from "../cli/fakeBackend.ts";
import { cli, hosted, scratchFolder, type TerminalOptions } from "../cli/terminal.ts";
import { type OutboxBench, useOutboxBench } from "./support/outboxBench.ts";
import { siteOrigin } from "../support/backend.ts";
import { startSmtpServer } from "./support/smtpServer.ts";
import { transportThat } from "./support/transportThat.ts";
import { roles } from "../../server/contract/limits.ts";

let bench: OutboxBench;
let folder: string;
useOutboxBench((started) => (bench = started));
beforeAll(async () => {
  const scratch = await scratchFolder();
  folder = scratch.folder;
  return scratch.remove;
});

const notify = (argv: string[], options: TerminalOptions = {}) =>
  cli(["notify", ...argv], { env: hosted(bench), folder, ...options });
const launch = (...argv: string[]) => notify(["launch", "--yes", ...argv]);
const names = (...numbers: number[]) => numbers.map((n) => `p${n}@example.com`);
/** Confirmed people `p1@example.com` and so on, each a second younger than the one before. */
const people = (count: number) =>
  bench.sql(
    `insert into public.waitlist (email, created_at, confirmed_at)
     select 'p' || n || '@example.com', '2026-05-04T00:00:00Z'::timestamptz + n * interval '1 second', now() from generate_series(1, $1::int) n`,
    [count],
  );
const queued = async () => (await bench.rows()).map(({ email }) => email).sort();
const notified = async () =>
  (await bench.sql<{ email: string }>("select email from public.waitlist where notified order by email")).map(
    ({ email }) => email,
  );

describe("notify launch", () => {
  it("shows the mail and who would get it, with no address, and mails nobody", async () => {
    await people(5);
    await bench.sql("update public.waitlist set email = '_x@xn--bcher-kva.example' where email = 'p1@example.com'");
    const { code, out, err } = await notify(["launch", "--dry-run"]);
    expect(out).toMatch(/^Subject: .+\n\n[^]*unsubscribe=(stand-in-){7}0/u);
    expect(err).toBe(
      "To 5 people: ?…@xn--bcher-kva.example, p…@example.com, p…@example.com, …\nThese mails name no postal address, which commercial mail needs in most countries. Set MAIL_IMPRINT (and PUBLIC_IMPRINT for the page).\nIts links are samples; each person gets their own.\nNobody was mailed (--dry-run).\n",
    );
    const resend = { RESEND_API_KEY: "re_key", MAIL_FROM: "a@example.com" };
    expect((await notify(["launch", "--dry-run"], { env: { ...hosted(bench), ...resend } })).err).toContain(
      ", …\nAt 200 a second at the most, the mails take at least 1 s.\n",
    );
    expect({ code, queued: await queued(), notified: await notified() }).toEqual({ code: 0, queued: [], notified: [] });
  });

  it("shows the mail as it goes out, and sends it to one address alone, but for its links", async () => {
    const server = await startSmtpServer();
    onTestFinished(server.stop);
    const from = { SMTP_URL: server.url.href, MAIL_FROM: "Keelbook <hello@keelbook.example>", SITE_URL: siteOrigin };
    const env = { ...hosted(bench), ...from };
    await people(1);
    const [text, html, test] = [
      await notify(["launch", "--dry-run"], { env }),
      await notify(["launch", "--html"], { env }),
      await notify(["launch", "--test", "Me@example.com"], { env }),
    ];
    expect(test).toMatchObject({
      code: 0,
      err: expect.stringMatching(/^Sent \(SMTP, .+\)\. Its links are samples;/u),
    });
    expect([await queued(), await notified()]).toEqual([[], []]);
    expect(server.arrived.map(({ to }) => to)).toEqual([["me@example.com"]]);

    await launch();
    const { taken, transport } = transportThat(() => undefined);
    await bench.drain(transport);
    const [real, tested] = [taken[0], server.arrived[0]?.mail];
    const asShown = (part = "") =>
      part.replaceAll(/[0-9a-f]{64}/gu, placeholderToken).replaceAll(/=[0-9A-Z]{16}\b/gu, "=STAND-IN-0000000");
    expect(text.out).toBe(`Subject: ${real?.subject}\n\n${asShown(real?.text)}`);
    expect(html.out).toBe(asShown(real?.html));
    expect([tested?.subject, tested?.html?.trim()]).toEqual([`[Test] ${real?.subject}`, html.out.trim()]);
    const headers = Object.entries(real?.headers ?? {}).map(([name, value]) => [name.toLowerCase(), asShown(value)]);
    const given = tested?.headers.map(({ key, value }) => [key, value]);
    expect(headers.filter(([name]) => !name?.endsWith("unsubscribe")).length).toBeGreaterThan(2);
    expect(given).toEqual(expect.arrayContaining(headers.filter(([name]) => name !== "list-unsubscribe")));
    expect(Object.fromEntries(given ?? [])["list-unsubscribe"]).toMatch(/\/unsubscribe\?token=(stand-in-){7}0>$/u);
    expect(await notify(["launch", "--test", "me"], { env })).toMatchObject({ code: 2 });
    expect(await notify(["launch", "--test", "me@example.com"])).toMatchObject({
      code: 3,
      err: expect.stringContaining("No way to send mails is set here."),
    });
  });

  it("asks first; without a terminal it requires --yes", async () => {
    await people(2);
    expect(await notify(["launch"])).toMatchObject({ code: 2, err: expect.stringContaining("--yes") });
    expect(await notify(["launch"], { answers: ["n"] })).toMatchObject({ code: 1 });
    expect(await queued()).toEqual([]);
    const { code, err } = await notify(["launch"], { answers: ["y"] });
    expect(err).toMatch(/^Subject: [^]*2 mails are in the outbox\.\n.*prelaunch mail send\n.*notify --cancel \d+\n$/u);
    expect([code, await queued(), await notified()]).toEqual([0, names(1, 2), names(1, 2)]);
  });

  it("notifies everyone who confirmed, is still subscribed, may be mailed and was not notified, once", async () => {
    await people(7);
    await bench.sql(
      `update public.waitlist set confirmed_at = null where email = 'p1@example.com';
       update public.waitlist set unsubscribed_at = now() where email = 'p2@example.com';
       update public.waitlist set notified = true where email = 'p3@example.com';
       select public.suppress_email('p4@example.com', 'complained')`,
    );
    // An import unsubscribed them, and they joined again.
    await bench.sql("select public.suppress_email('p5@example.com', 'unsubscribed')");
    expect(await launch()).toMatchObject({ code: 0, err: expect.stringContaining("3 mails are in the outbox") });
    expect(await launch()).toMatchObject({ code: 0, err: expect.stringContaining("There is nobody to notify") });
    expect(await queued()).toEqual(names(5, 6, 7));
  });

  it("goes in waves, oldest first, to one source or role only", async () => {
    await people(6);
    await bench.sql(`update public.waitlist set source = 'friend' where email in ('p4@example.com', 'p6@example.com');
      insert into public.beta_applications (name, email, role, reason) select 'A', p || '@example.com', r, 'x'
        from (values ('p5', '${roles[0]}'), ('p5', '${roles[0]}'), ('p2', 'other')) v(p, r)`);
    expect((await launch("--wave", "2", "--source", "friend", "--role", "other")).err).toContain(
      "There is nobody to notify with the source friend and the role other.",
    );
    expect(await queued()).toEqual([]);
    expect((await launch("--role", roles[0])).err).toContain("To 1 person: p…@example.com\n");
    expect((await launch("--wave", "1", "--source", "friend")).err).toContain(
      "To 1 person of 2 who are to be notified",
    );
    expect(await queued()).toEqual(names(4, 5));
    await launch("--wave", "2");
    expect(await queued()).toEqual(names(1, 2, 4, 5));
    expect(await notify(["launch", "--source", "no such"])).toMatchObject({ code: 2 });
  });
});

it("notify launch says what the operator wrote, each person's own words in it, and leads where ours does", async () => {
  await people(2);
  await bench.sql(`update public.waitlist set share_code = 'P1000000', friends = 1 where email = 'p1@example.com';
    update public.waitlist set referred_by = 'P1000000', sender_credit = 'counted' where email = 'p2@example.com'`);
  await writeFile(join(folder, "launch.md"), "# We are *open*\n\nCome in.\n\n{{friends}} came by {{share_link}}\n");
  await launch("launch.md", "--wave", "1");
  await launch();
  const { taken, transport } = transportThat(() => undefined);
  await bench.drain(transport);
  const [ours, own] = ["p2", "p1"].map((name) => taken.find(({ to }) => to === `${name}@example.com`));
  expect(own).toMatchObject({
    subject: "We are open",
    text: expect.stringMatching(/^We are open\n\nCome in\.\n\n1 came by https:\/\/site\.example\/\?via=P1000000\n/u),
    html: expect.stringContaining("<em>open</em>"),
    headers: expect.objectContaining({ "Feedback-ID": ours?.headers["Feedback-ID"] }),
  });
  expect(own?.text).toContain(/Open .+:\nhttps:\/\/[^?\s]+/u.exec(ours?.text ?? "")?.[0]);
  expect(await notified()).toEqual(names(1, 2));
  await writeFile(join(folder, "launch.md"), "No heading");
  expect(await launch("launch.md")).toMatchObject({ code: 1, err: expect.stringContaining("launch.md: Line 1:") });
});

describe("notify launch, disturbed", () => {
  const everyone = 5000;
  const tellings = async () => {
    const [row] = await bench.sql<{ rows: string; people: string; notified: string }>(
      "select (select count(*) from public.email_outbox) as rows, (select count(distinct email) from public.email_outbox) as people, (select count(*) from public.waitlist where notified) as notified",
    );
    return Object.values(row ?? {}).map(Number);
  };

  it("tells everyone once when several run it at the same time, and answers are lost after the work was done", async () => {
    await people(everyone);
    const front = await fakeBackend(bench.origin, async (request, response, nth) => {
      if (nth % 2 === 0) return false;
      await (await askBackend(bench.origin, request)).arrayBuffer();
      return Boolean(response.destroy());
    });
    const env = hosted({ ...bench, origin: front.origin });
    const runs = await Promise.all([launch("--wave", "1500"), launch(), notify(["launch", "--yes"], { env })]);
    await front.stop();
    expect(runs.map(({ code }) => code)).toEqual([0, 0, 0]);
    expect(await tellings()).toEqual([everyone, everyone, everyone]);
  });
});

describe("notify confirm", () => {
  const confirm = (...argv: string[]) => notify(["confirm", "--yes", ...argv]);
  const unconfirmed = async (count: number) => {
    await people(count);
    await bench.sql("update public.waitlist set confirmed_at = null");
  };

  it("asks people in waves who have not confirmed, with the usual link, and nobody twice, also once the outbox was pruned", async () => {
    await unconfirmed(3);
    const { out, err } = await notify(["confirm", "--dry-run", "--wave", "2"]);
    expect([out, err]).toEqual([
      expect.stringMatching(/^Subject: [^]*#confirm=stand-in-[^]*30 days/u),
      expect.stringContaining("To 2 people of 3 who are to be notified"),
    ]);
    expect((await confirm("--wave", "2")).err).toContain("2 mails are in the outbox.");
    expect(await queued()).toEqual(names(1, 2));
    const { taken, transport } = transportThat(() => undefined);
    await bench.drain(transport);
    expect(taken[0]?.text).toMatch(/https:\/\/site\.example\/#confirm=[0-9a-f]{64}/u);
    await bench.sql("delete from public.email_outbox");
    await confirm();
    expect(await queued()).toEqual(names(3));
    expect((await confirm()).err).toContain("There is nobody to ask: ");
    const asked = `select email from public.waitlist w where exists (
      select from public.consent_events where person = w.id and event = 'confirmation_requested') order by 1`;
    expect(await bench.sql(asked)).toEqual(names(1, 2, 3).map((email) => ({ email })));
  });

  it("leaves out people who confirmed, left, could not be reached, complained, or joined by the form", async () => {
    await unconfirmed(8);
    await bench.sql(
      `update public.waitlist set confirmed_at = now() where email = 'p1@example.com';
       update public.waitlist set unsubscribed_at = now() where email = 'p2@example.com';
       select public.suppress_email('p3@example.com', 'bounced'), public.suppress_email('p4@example.com', 'complained');
       insert into public.consent_events (person, event) select id, case email when 'p5@example.com' then 'unsubscribed' else 'asked' end from public.waitlist where email in ('p5@example.com', 'p8@example.com');
       insert into public.email_outbox (kind, email, sent_at) values ('waitlist-confirmation', 'p6@example.com', now())`,
    );
    await confirm();
    expect(await queued()).toEqual(names(6, 7));
  });

  it("waits for mails that were asked for, and while the list is paused, but not once its person asks", async () => {
    await unconfirmed(3);
    await confirm();
    await bench.sql(
      "insert into public.email_outbox (kind, email) values ('application-received', 'late@example.com')",
    );
    const claimed = async () =>
      (await bench.outbox.claim({ batch: 10, leaseSeconds: 0 })).emails.map(({ email }) => email);
    expect((await claimed())[0]).toBe("late@example.com");
    await bench.sql("insert into public.system_times (name) values ('list_paused')");
    expect(await claimed()).toEqual(["late@example.com"]);
    expect(
      await bench.sql("select public.enqueue_asked_email('waitlist-confirmation', 'p2@example.com') as added"),
    ).toEqual([{ added: true }]);
    expect(await claimed()).toEqual(["p2@example.com", "late@example.com"]);
    await bench.sql("delete from public.system_times where name = 'list_paused'");
    expect(await queued()).toHaveLength(4);
  });
});

describe("notify update", () => {
  const may = "# Invoices are done\n\nYou can send *invoices*.\n";
  const update = async (text: string | Uint8Array, ...argv: string[]) => {
    await writeFile(join(folder, "may.md"), text);
    return notify(["update", "may.md", "--yes", ...argv], { answers: ["y"] });
  };

  it("sends a text once to everyone, however its lines end, and then another one, with both ways to unsubscribe", async () => {
    await people(3);
    await update(may, "--wave", "2");
    await update(`\ufeff${may.replaceAll("\n", "\r\n")}\n\n`);
    expect([await queued(), await notified()]).toEqual([names(1, 2, 3), []]);
    const { taken, transport } = transportThat(() => undefined);
    await bench.drain(transport);
    expect(taken[0]).toMatchObject({
      subject: "Invoices are done",
      text: expect.stringMatching(/You can send[^]*https:\/\/site\.example\/#unsubscribe=[0-9a-f]{64}/u),
      html: expect.stringContaining("<em>invoices</em>"),
      headers: {
        "List-Unsubscribe": expect.stringMatching(/\/unsubscribe\?token=[0-9a-f]{64}>$/u),
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
      },
    });
    await update(may.replace("done", "here"));
    expect(await queued()).toHaveLength(6);
  });

  it("says each person's own link, and how many friends came by it", async () => {
    await people(2);
    await bench.sql(`update public.waitlist set share_code = 'P1000000', friends = 1 where email = 'p1@example.com';
      update public.waitlist set referred_by = 'P1000000', sender_credit = 'counted' where email = 'p2@example.com'`);
    await update("# {{friends}} came\n\nMore: {{share_link}}");
    const { taken, transport } = transportThat(() => undefined);
    await bench.drain(transport);
    const mail = taken.find(({ to }) => to === "p1@example.com");
    expect(mail).toMatchObject({
      subject: "1 came",
      text: expect.stringContaining("https://site.example/?via=P1000000"),
    });
  });

  it("sends a name once to everyone, with the text of their wave", async () => {
    await people(2);
    await update(may.replace("done", "dnoe"), "--name", "may", "--wave", "1");
    await update(may, "--name", "may");
    const { emails } = await bench.outbox.claim({ batch: 10, leaseSeconds: 60 });
    expect(emails.map(({ email, parameters }) => [email, parameters.subject])).toEqual([
      ["p1@example.com", "Invoices are dnoe"],
      ["p2@example.com", "Invoices are done"],
    ]);
    expect(await update(may, "--name", "No Name")).toMatchObject({ code: 2 });
  });

  it("remembers who was notified after the outbox has been pruned, also of those who left and came back", async () => {
    await people(1);
    await update(may);
    await bench.sql("delete from public.email_outbox");
    await bench.sql("update public.waitlist set unsubscribed_at = now()");
    await bench.sql("update public.waitlist set unsubscribed_at = null");
    await update(may);
    expect(await queued()).toEqual([]);
  });

  it("sends no file that is not an update, not UTF-8 or missing", async () => {
    await people(1);
    for (const [text, reason] of [
      ["# Hi\n\n<script>alert(1)</script>", "raw HTML"],
      [`# Hi\n\n${"é".repeat(400_000)}`, "Longer than"],
      [Uint8Array.of(0x23, 0x20, 0xff, 0xfe), "not UTF-8"],
    ] as const)
      expect(await update(text)).toMatchObject({ code: 1, err: expect.stringContaining(reason) });
    expect(await notify(["update", "nothing.md", "--yes"])).toMatchObject({
      code: 1,
      err: expect.stringContaining("nothing.md cannot be read: there is no such file."),
    });
    expect(await queued()).toEqual([]);
  });
});
