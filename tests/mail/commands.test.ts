import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createServer } from "node:net";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { cli, hosted, scratchFolder } from "../cli/terminal.ts";
import { listen } from "../support/listen.ts";
import { type OutboxBench, useOutboxBench } from "./support/outboxBench.ts";
import { startSmtpServer } from "./support/smtpServer.ts";

let bench: OutboxBench;
let folder: string;
useOutboxBench((started) => (bench = started));
beforeAll(async () => {
  const scratch = await scratchFolder();
  folder = scratch.folder;
  return scratch.remove;
});
const from = { MAIL_FROM: "Keelbook <hello@keelbook.example>" };

describe("on a hosted project", () => {
  it("mails that a server refuses are listed, those of wrong addresses given up by the list, and the rest retried", async () => {
    let refuses = true;
    const server = await startSmtpServer({
      onRcptTo: ({ address }, _session, done) =>
        done(
          refuses && !address.startsWith("p3@")
            ? Object.assign(new Error("5.7.1 No"), { responseCode: 550 })
            : undefined,
        ),
    });
    onTestFinished(server.stop);
    const env = { ...hosted(bench), ...from, SMTP_URL: server.url.href, SITE_URL: "https://keelbook.example/promo/" };
    const mail = (argv: string[]) => cli(["mail", ...argv], { env, folder });
    await bench.fill(3);
    const about = `(SMTP, 127.0.0.1:${server.url.port})`;
    expect(await mail(["send"])).toEqual({
      code: 0,
      out: "",
      err: `1 sent, 2 failed ${about}.\nSee why, and which are tried again: npx prelaunch mail status\n`,
    });
    expect(server.arrived[0]?.mail.text).toContain("https://keelbook.example/promo/#confirm=");
    expect(await mail(["status"])).toMatchObject({
      out: expect.stringMatching(/Queued +2 [^]* 2 +retrying after smtp_550_5\.7\.1\nSent in 30 days +1\n/u),
      err: expect.stringContaining("refuses the sender, not the recipients"),
    });
    // Three days have passed.
    await bench.sql("update public.email_outbox set failed_at = now() where sent_at is null");
    const failed = await mail(["status"]);
    expect(failed).toMatchObject({ code: 1, err: expect.stringContaining("2 mails failed.") });
    // What to do is said once.
    expect(failed.err.match(/npx prelaunch mail retry/gu)).toHaveLength(1);
    const { out, err } = await mail(["failed", "--out", "-"]);
    expect(err).toBe("2 mails failed.\n");
    const lines = out.trim().split("\n");
    expect(lines[0]).toBe("id,kind,email,error,attempts,created_at,failed_at");
    expect(
      lines
        .slice(1)
        .map((line) => line.split(",").slice(1, 5))
        .sort(),
    ).toEqual(["p1", "p2"].map((name) => ["waitlist-confirmation", `${name}@example.com`, "smtp_550_5.7.1", "1"]));
    const wrong = lines.filter((line) => !line.includes("p2@")).join("\n");
    const bounced = (...argv: string[]) =>
      cli(["import", "waitlist", "-", "--bounced", ...argv], { env, folder, columns: 200, input: wrong });
    const asked = await bounced();
    expect(asked).toMatchObject({ code: 2, err: expect.stringContaining('--map ignored="error"') });
    expect((await bounced("--map", "ignored=error")).err).toContain("1 line: 0 added, 1 ");
    expect((await mail(["failed"])).err).toMatch(/^1 mail failed\. They are in .*failed-mails-[\d-]+\.csv\n$/u);
    refuses = false;
    expect((await mail(["retry"])).err).toBe("1 mail is due again.\n");
    expect((await mail(["send"])).err).toBe(`1 sent ${about}.\n`);
    expect(server.arrived.map(({ to }) => to[0])).toEqual(["p3@example.com", "p2@example.com"]);
    expect(await mail(["failed", "--force"])).toMatchObject({ code: 0, err: "No mail failed.\n" });
    await bench.sql(
      "insert into public.email_outbox (kind, email, to_list, failed_at, last_error) values ('launch-announcement', 'p2@example.com', true, now(), 'restored')",
    );
    const held =
      "1 mail has been held back since a restore. If they were not sent before the restore: npx prelaunch mail retry --restored\n";
    const after = await mail(["status"]);
    expect(after.err).toContain(held.replace(". If", ".\nIf"));
    expect(after.out).toMatch(
      /\nFailed +0\nNot sent +2 +with these, by reason\n +1 +held back since a restore\n +1 +the address must not be mailed\n/u,
    );
    expect((await mail(["retry"])).err).toBe(`0 mails are due again.\n${held}`);
    expect((await mail(["retry", "--restored"])).err).toBe("1 mail is due again.\n");
  });

  it("mails that bounced are listed with their addresses and sources", async () => {
    const bounced = (...argv: string[]) =>
      cli(["mail", "failed", "--bounced", ...argv], { env: hosted(bench), folder, columns: 200 });
    expect(await bounced()).toEqual({ code: 0, out: "", err: "No mail bounced in 30 days.\n" });
    await bench.sql(`insert into public.waitlist (email, source) values ('a@example.com', 'bought'), ('b@example.com', null);
      insert into public.email_outbox (kind, email, to_list, failed_at, bounced_at, last_error) values
        ('launch-announcement', 'a@example.com', true, now(), now(), 'smtp_550_5.1.1'), ('launch-announcement', 'c@example.com', true, now(), null, 'smtp_550');
      insert into public.email_outbox (kind, email, sent_at, bounced_at) values ('waitlist-confirmation', 'b@example.com', now(), now())`);
    const { out, err } = await bounced("--out", "-");
    expect(err).toBe("2 mails bounced in 30 days.\n");
    const [header, ...lines] = out.trim().split("\n");
    expect(header).toBe("kind,email,source,error,created_at,bounced_at");
    expect(lines.map((line) => line.split(",").slice(0, 4)).sort()).toEqual([
      ["launch-announcement", "a@example.com", "bought", "smtp_550_5.1.1"],
      ["waitlist-confirmation", "b@example.com", "", ""],
    ]);
    expect((await bounced()).err).toMatch(/^2 mails bounced in 30 days\. They are in .*bounced-mails-[\d-]+\.csv\n$/u);
  });

  it("mails that failed are retried, and people whose mail bounced are mailed again, by tag or source", async () => {
    const retry = (...argv: string[]) => cli(["mail", "retry", ...argv], { env: hosted(bench), folder });
    await bench.sql(`insert into public.waitlist (email, source, tags, confirmed_at)
        select n || '@example.com', case when n < 'c' then 'podcast' end, case when n = 'a' then array['vip'] else '{}' end, now()
          from unnest(array['a', 'b', 'c', 'd']) n;
      insert into public.email_outbox (kind, email, to_list, failed_at, last_error)
        select 'launch-announcement', n || '@example.com', true, now(), 'smtp_451' from unnest(array['a', 'b', 'c']) n`);
    expect(await retry("--tag", "vip")).toMatchObject({ code: 0, err: "1 mail is due again.\n" });
    expect((await retry("--source", "podcast")).err).toBe("1 mail is due again.\n");
    expect((await bench.rows("failed_at is not null")).map(({ email }) => email)).toEqual(["c@example.com"]);

    const bounces = ["a", "b", "c", "d"].map((n) => `${n}@example.com`);
    await bench.supabase.rpc("record_email_event", { event: "bounced", people: JSON.stringify(bounces) });
    const listed = async () =>
      (await bench.sql<{ email: string }>("select email from public.mailable order by email")).map(
        ({ email }) => email,
      );
    expect(await retry("--bounced")).toMatchObject({ code: 2, err: expect.stringContaining("Whose mails?") });
    expect((await retry("--bounced", "--source", "elsewhere")).err).toBe("No mail to them bounced.\n");
    expect((await retry("--bounced", "--source", "podcast")).err).toMatch(/^2 people are mailed again, from the next/u);
    expect(await listed()).toEqual(["a@example.com", "b@example.com"]);
    expect((await retry("--bounced", "D@example.com")).err).toMatch(/^1 person is mailed again/u);
    expect(await listed()).toEqual(["a@example.com", "b@example.com", "d@example.com"]);
  });

  it("a wave is refused whose links would lead to this machine, and says where it names no postal address", async () => {
    await bench.sql("insert into public.waitlist (email, confirmed_at) values ('a@example.com', now())");
    await writeFile(join(folder, "may.md"), "# May\n\nNews.\n");
    const sender = { ...hosted(bench), MAIL_FROM: "hello@keelbook.example", RESEND_API_KEY: "re_x" };
    const notify = (env: Record<string, string>, ...argv: string[]) =>
      cli(["notify", "update", "may.md", ...argv], { env: { ...sender, ...env }, folder });
    expect(await notify({}, "--yes")).toMatchObject({ code: 3, err: expect.stringContaining("SITE_URL must be the") });
    expect((await notify({}, "--dry-run")).err).toContain("SITE_URL must be the public address");
    expect(await bench.rows()).toEqual([]);
    const site = { SITE_URL: "https://keelbook.example" };
    expect((await notify(site, "--dry-run")).err).toContain("These mails name no postal address");
    const named = await notify({ ...site, MAIL_IMPRINT: "Keelbook Ltd, Quay 1, Turku" }, "--dry-run");
    expect(named.err).not.toContain("postal address");
    expect((await notify(site)).code).toBe(2);
  });

  it("mail retry with an address sends that person's mails again, also those of a restore, but none that is being sent", async () => {
    const retry = async (address: string) =>
      (await cli(["mail", "retry", address], { env: hosted(bench), folder })).err;
    const due = () => bench.rows("failed_at is null and not_before <= now() and coalesce(leased_until <= now(), true)");
    await bench.fill(4);
    await bench.sql(`update public.email_outbox set failed_at = now(), last_error = 'restored' where email like 'p1@%';
      update public.email_outbox set failed_at = now(), last_error = 'smtp_451' where email like 'p2@%';
      update public.email_outbox set failing_since = now(), not_before = now() + interval '1 hour' where email like 'p3@%';
      update public.email_outbox set leased_until = now() + interval '8 minutes' where email like 'p4@%'`);
    const [p1, p2, p3, p4] = ["p1", "p2", "p3", "p4"].map((name) => `${name}@example.com`);
    expect(await retry(" P1@example.com")).toBe("1 mail is due again.\n");
    expect(await due()).toMatchObject([{ email: p1 }]);
    expect(await retry(`${p3}`)).toBe("1 mail is due again.\n");
    expect(await due()).toMatchObject([{ email: p1 }, { email: p3 }]);
    expect(await retry(`${p4}`)).toMatch(
      /^0 mails are due again\.\nA mail to them is being sent\. If its sender ended, it is tried again in [78] min/u,
    );
    // A lease that has ended belongs to no sender any more.
    await bench.sql(
      "update public.email_outbox set leased_until = now() - interval '1 second' where email like 'p4@%'",
    );
    expect((await cli(["mail", "status"], { env: hosted(bench), folder })).out).toMatch(/Queued +3 +3 due, 0 sending/u);
    expect(await retry(`${p2}`)).toBe("1 mail is due again.\n");
    expect(await retry("nobody@example.com")).toBe("0 mails are due again.\n");
    expect(await retry("nobody")).toContain("Enter a valid email address");
  });

  it("an update without a name is asked about where another without one was just mailed, and refused without a terminal", async () => {
    await bench.sql("insert into public.waitlist (email, confirmed_at) values ('a@example.com', now())");
    const env = { ...hosted(bench), SITE_URL: "https://keelbook.example" };
    const notify = async (text: string, ...argv: string[]) => {
      await writeFile(join(folder, "june.md"), text);
      return cli(["notify", "update", "june.md", ...argv], { env, folder });
    };
    const answer = (given: string) => cli(["notify", "update", "june.md", "--yes"], { env, folder, answers: [given] });
    expect(await notify("# Nwes", "--yes")).toMatchObject({ code: 0 });
    const refused = await notify("# News", "--yes");
    expect(refused).toMatchObject({
      code: 2,
      err: expect.stringContaining("1 person got another update without a name"),
    });
    const [, name = ""] = /--name (\w{64})/u.exec(refused.err) ?? [];
    expect((await notify("# News", "--name", name, "--yes")).err).toContain("nobody to notify");
    expect(await notify("# News", "--name", "june", "--yes")).toMatchObject({ code: 0 });
    expect(await bench.rows("kind = 'update'")).toHaveLength(2);
    expect(await answer("n")).toMatchObject({ code: 1, err: expect.stringContaining("Nobody was mailed.") });
    expect(await answer("y")).toMatchObject({ code: 0 });
    // The operator said that it is another update: no later wave of it is asked about, or refused.
    await bench.sql("insert into public.waitlist (email, confirmed_at) values ('b@example.com', now())");
    expect(await notify("# News", "--yes")).toMatchObject({ code: 0 });
    expect(await bench.rows("kind = 'update'")).toHaveLength(4);
  });

  it("a sender says what keeps it from sending", async () => {
    await bench.fill(1);
    const send = (env: Record<string, string>) => cli(["mail", "send"], { env: { ...hosted(bench), ...env }, folder });
    expect(await send({})).toMatchObject({ code: 3, err: expect.stringContaining("No way to send mails is set.") });
    const closed = { ...from, SMTP_URL: "smtp://127.0.0.1:1" };
    expect(await send(closed)).toMatchObject({ code: 3, err: expect.stringContaining("SITE_URL is missing.") });
    expect(await send({ ...closed, SITE_URL: "https://keelbook.example" })).toMatchObject({
      code: 4,
      err: expect.stringMatching(/^0 sent, 1 failed [^]*The rest stays queued: smtp_/u),
    });
  });
});

describe("without a backend", () => {
  it("mail preview shows every mail as the settings have it, and lists their names", async () => {
    const env = { UNCONFIRMED_DAYS: "14" };
    expect((await cli(["mail", "preview", "waitlist-confirmation"], { env })).out).toMatch(
      /^Subject: .*\n\n[^]* 14 days[^]*unsubscribe=0{64}/u,
    );
    expect((await cli(["mail", "preview", "signup", "--html"])).out).toContain("<html");
    // The second name is that of a method that every object has.
    for (const kind of ["nothing", "toString"])
      expect(await cli(["mail", "preview", kind])).toMatchObject({
        code: 2,
        err: expect.stringMatching(
          new RegExp(`^error: There is no mail ${kind}\\.\nThere are: .*waitlist-confirmation`, "u"),
        ),
      });
  });

  it("mail test sends by the transport that is set, and says what is wrong with the settings", async () => {
    const test = (address: string, env: Record<string, string> = {}) => cli(["mail", "test", address], { folder, env });
    const address = "me@example.com";
    expect(await test(address)).toMatchObject({ code: 0, err: "Sent (files in inbox/).\n" });
    expect(await test("me")).toMatchObject({ code: 2, err: expect.stringContaining("Enter a valid email address") });
    const SMTP_URL = "smtp://127.0.0.1:1";
    expect(await test(address, { SMTP_URL, ...from })).toMatchObject({
      code: 4,
      err: expect.stringMatching(/^error: The mail was not accepted \(smtp_\w+\)\. By SMTP, 127\.0\.0\.1:1\.\n/u),
    });
    expect(await test(address, { SMTP_URL })).toMatchObject({
      code: 3,
      err: expect.stringContaining("MAIL_FROM is missing"),
    });
  });

  it("mail test does not wait for a silent server when it is interrupted", async () => {
    const silent = createServer();
    onTestFinished(() => void silent.close());
    const stop = new AbortController();
    silent.on("connection", () => stop.abort());
    const env = { ...from, SMTP_URL: `smtp://127.0.0.1:${await listen(silent)}` };
    for (const signal of [stop.signal, AbortSignal.abort()])
      expect(await cli(["mail", "test", "me@example.com"], { env, signal })).toMatchObject({
        code: 130,
        err: "error: Interrupted.\n",
      });
  });
});
