import { EventEmitter, once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createSmtp } from "../../server/mail/transports/smtp.ts";
import { bodyOf, fakeBackend } from "../cli/fakeBackend.ts";
import { cli, hosted, scratchFolder, type TerminalOptions } from "../cli/terminal.ts";
import { startOutboxBench } from "./support/outboxBench.ts";
import { startSmtpServer } from "./support/smtpServer.ts";

let bench: Awaited<ReturnType<typeof startOutboxBench>>;
let folder: string;
beforeAll(async () => {
  bench = await startOutboxBench();
  const scratch = await scratchFolder();
  folder = scratch.folder;
  return async () => {
    await bench.stop();
    await scratch.remove();
  };
});
beforeEach(() =>
  bench.sql(
    "truncate public.waitlist, public.beta_applications, public.email_outbox, public.email_updates, public.email_suppressions cascade",
  ),
);

const notify = (argv: string[], options: TerminalOptions = {}) =>
  cli(["notify", ...argv], { env: hosted(bench), folder, ...options });
const launch = (...argv: string[]) => notify(["launch", "--yes", ...argv]);

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
const names = (...numbers: number[]) => numbers.map((n) => `p${n}@example.com`);

const writeUpdate = async (text: string, name = "may.md") => {
  await writeFile(join(folder, name), text);
  return name;
};
const may = "# Invoices are done\n\nYou can send *invoices*.\n";

describe("notify launch", () => {
  it("shows the mail and who would get it, with no address, and mails nobody", async () => {
    await people(5);
    const { code, out, err } = await notify(["launch", "--dry-run"]);
    expect(out).toMatch(/^Subject: .+\n\n[^]*unsubscribe=0{64}/u);
    expect(err).toBe(
      "To 5 people: p…@example.com, p…@example.com, p…@example.com, …\nAt 100 a second they take about 0 s.\nNobody was mailed (--dry-run).\n",
    );
    expect({ code, queued: await queued(), notified: await notified() }).toEqual({ code: 0, queued: [], notified: [] });
  });

  it("asks, and takes nothing but yes; without a terminal it wants --yes", async () => {
    await people(2);
    expect(await notify(["launch"])).toMatchObject({ code: 2, err: expect.stringContaining("--yes") });
    expect(await notify(["launch"], { answers: ["y"] })).toMatchObject({ code: 1 });
    expect(await queued()).toEqual([]);
    const { code, err } = await notify(["launch"], { answers: ["yes"] });
    expect(err).toMatch(/^Subject: [^]*2 mails are in the outbox\.\n.*prelaunch mail send\n$/u);
    expect({ code, queued: await queued(), notified: await notified() }).toEqual({
      code: 0,
      queued: names(1, 2),
      notified: names(1, 2),
    });
  });

  it("tells who confirmed, stayed, may be mailed and was not told, once", async () => {
    await people(7);
    await bench.sql("update public.waitlist set confirmed_at = null where email = 'p1@example.com'");
    await bench.sql("update public.waitlist set unsubscribed_at = now() where email = 'p2@example.com'");
    await bench.sql("update public.waitlist set notified = true where email = 'p3@example.com'");
    await bench.sql("select public.suppress_email('p4@example.com', 'complained')");
    expect(await launch()).toMatchObject({ code: 0, err: expect.stringContaining("3 mails are in the outbox") });
    expect(await queued()).toEqual(names(5, 6, 7));
    expect(await launch()).toMatchObject({ code: 0, err: expect.stringContaining("Nobody is to be told") });
    expect(await queued()).toEqual(names(5, 6, 7));
  });

  it("goes in waves, oldest first, to a source or a role alone", async () => {
    await people(6);
    await bench.sql("update public.waitlist set source = 'friend' where email in ('p4@example.com', 'p6@example.com')");
    await bench.sql(
      "insert into public.beta_applications (name, email, role, reason) select 'A', e, r, 'x' from (values ('p5@example.com', 'freelancer'), ('p5@example.com', 'freelancer'), ('p2@example.com', 'other')) v(e, r)",
    );
    expect(await launch("--wave", "2", "--source", "friend", "--role", "other")).toMatchObject({ code: 0 });
    expect(await queued()).toEqual([]);
    expect((await launch("--role", "freelancer")).err).toContain("To 1 person: p…@example.com\n");
    expect((await launch("--wave", "1", "--source", "friend")).err).toContain("To 1 person of 2 who are to be told");
    expect(await queued()).toEqual(names(4, 5));
    await launch("--wave", "2");
    expect(await queued()).toEqual(names(1, 2, 4, 5));
    expect(await notify(["launch", "--source", "no such"])).toMatchObject({ code: 2 });
  });

  it("says that nobody is to be told on an empty list", async () => {
    expect(await launch()).toMatchObject({ code: 0, err: expect.stringContaining("Nobody is to be told") });
  });

  it("tells an address at an international domain", async () => {
    await bench.sql("insert into public.waitlist (email, confirmed_at) values ('ulla@xn--bcher-kva.example', now())");
    expect((await launch()).err).toContain("To 1 person: u…@xn--bcher-kva.example\n");
    expect(await queued()).toEqual(["ulla@xn--bcher-kva.example"]);
  });

  it("takes nobody's clock but the database's", async () => {
    await people(2);
    await bench.sql("update public.waitlist set created_at = '2199-01-01' where email = 'p1@example.com'");
    await notify(["launch", "--yes"], { clock: () => new Date("1999-01-01") });
    expect(await queued()).toEqual(names(1, 2));
    expect((await bench.outbox.claim({ batch: 10, leaseSeconds: 60 })).emails).toHaveLength(2);
  });
});

describe("notify launch, disturbed", () => {
  const everyone = 9000;
  const tellings = async () => {
    const [row] = await bench.sql<{ rows: string; people: string; notified: string }>(
      "select (select count(*) from public.email_outbox) as rows, (select count(distinct email) from public.email_outbox) as people, (select count(*) from public.waitlist where notified) as notified",
    );
    return Object.values(row ?? {}).map(Number);
  };

  it("tells each once, whoever runs it at the same time", async () => {
    await people(everyone);
    const runs = await Promise.all([launch(), launch(), launch("--wave", "3000")]);
    expect(runs.map(({ code }) => code)).toEqual([0, 0, 0]);
    expect(await tellings()).toEqual([everyone, everyone, everyone]);
  });

  it("tells the same wave once when two ask for it at the same time", async () => {
    await people(50);
    let arrived = 0;
    const counted = new EventEmitter();
    const bothCounted = once(counted, "both");
    const fronts = await Promise.all(
      [1, 2].map(() =>
        fakeBackend(bench.origin, async (_request, _response, nth) => {
          // The first two calls count.
          if (nth === 3 && ++arrived === 2) counted.emit("both");
          if (nth === 3) await bothCounted;
          return false;
        }),
      ),
    );
    const wave = ({ origin }: { origin: string }) =>
      notify(["launch", "--yes", "--wave", "20"], { env: hosted({ ...bench, origin }) });
    expect((await Promise.all(fronts.map(wave))).map(({ code }) => code)).toEqual([0, 0]);
    await Promise.all(fronts.map(({ stop }) => stop()));
    expect(await tellings()).toEqual([20, 20, 20]);
  });

  it("tells each once, though answers are lost after the work was done", async () => {
    await people(everyone);
    const front = await fakeBackend(bench.origin, async (request, response, nth) => {
      if (nth % 2 === 0) return false;
      const headers = { apikey: bench.secretKey, "content-type": "application/json" };
      await fetch(`${bench.origin}${request.url}`, { method: "POST", headers, body: await bodyOf(request) });
      return Boolean(response.destroy());
    });
    const { code } = await notify(["launch", "--yes", "--wave", "5000"], {
      env: hosted({ ...bench, origin: front.origin }),
    });
    await front.stop();
    expect(code).toBe(0);
    expect(await tellings()).toEqual([5000, 5000, 5000]);
  });

  it("tells each once when it is interrupted at random points and run again", async () => {
    await people(everyone);
    let interrupted = 0;
    for (let n = 0; n < 60 && (await tellings())[0] !== everyone; n++) {
      const stop = new AbortController();
      const timer = setTimeout(() => stop.abort(), Math.random() * 400);
      const { code } = await notify(["launch", "--yes"], { signal: stop.signal });
      clearTimeout(timer);
      if (code === 130) interrupted++;
      const [rows, , told] = await tellings();
      expect(rows).toBe(told);
    }
    await launch();
    expect(interrupted).toBeGreaterThan(0);
    expect(await tellings()).toEqual([everyone, everyone, everyone]);
  });
});

describe("a mail to the list, between the outbox and the sender", () => {
  it("carries both ways to leave the list, and what the update says", async () => {
    await people(1);
    await notify(["update", await writeUpdate(may), "--yes"]);
    const server = await startSmtpServer();
    const smtp = createSmtp(server.url);
    await bench.drain(smtp);
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
    Object.fromEntries((await bench.rows()).map(({ email, dead_at, last_error }) => [email, dead_at && last_error]));

  it.each([["launch"], ["update"]])("is not sent to who left, was suppressed or erased since: %s", async (kind) => {
    await people(5);
    await notify([kind, ...(kind === "update" ? [await writeUpdate(may)] : []), "--yes"]);
    await bench.sql("update public.waitlist set unsubscribed_at = now() where email = 'p1@example.com'");
    await bench.sql("select public.record_email_event('complained', '[\"p2@example.com\"]')");
    // Left, and joined anew: nobody knows yet whether that was the owner of the address.
    await bench.sql("update public.waitlist set confirmed_at = null, notified = false where email = 'p3@example.com'");
    await bench.sql("select public.erase_person('p4@example.com')");
    const { emails } = await bench.outbox.claim({ batch: 10, leaseSeconds: 60 });
    expect(emails.map(({ email }) => email)).toEqual(names(5));
    expect(await ends()).toEqual({
      "p1@example.com": "unsubscribed",
      "p2@example.com": "suppressed",
      "p3@example.com": "unsubscribed",
      "p5@example.com": null,
    });
  });

  it("is one launch to who left and joined anew, whether the first was still waiting or not", async () => {
    await people(2);
    await launch();
    await bench.sql("update public.waitlist set notified = false");
    await bench.outbox.claim({ batch: 1, leaseSeconds: 60 });
    await launch();
    expect((await bench.rows("dead_at is null")).map(({ email }) => email).sort()).toEqual(names(1, 2));
  });

  it("waits until what somebody asked for is sent", async () => {
    await people(50);
    await launch();
    await bench.sql("insert into public.email_outbox (kind, email) values ('application-received', 'ada@example.com')");
    const { emails } = await bench.outbox.claim({ batch: 3, leaseSeconds: 60 });
    expect(emails.map(({ kind }) => kind)).toEqual([
      "application-received",
      "launch-announcement",
      "launch-announcement",
    ]);
    const { out } = await cli(["mail", "status"], { env: hosted(bench), folder });
    expect(out).toMatch(/Waiting +51 [^]* 50 +launch-announcement\n/u);
  });
});

describe("notify update", () => {
  it("tells each once of a text, however its lines end, and again of another", async () => {
    await people(3);
    await notify(["update", await writeUpdate(may), "--yes", "--wave", "2"]);
    await notify(["update", await writeUpdate(`\ufeff${may.replaceAll("\n", "\r\n")}\n\n`), "--yes"]);
    expect(await queued()).toEqual(names(1, 2, 3));
    expect(await notified()).toEqual([]);
    await notify(["update", await writeUpdate(may.replace("done", "here")), "--yes"]);
    expect(await queued()).toHaveLength(6);
  });

  it("tells each once of a name, each by the text of its wave", async () => {
    await people(2);
    await notify(["update", await writeUpdate(may.replace("done", "dnoe")), "--yes", "--name", "may", "--wave", "1"]);
    await notify(["update", await writeUpdate(may), "--yes", "--name", "may"]);
    const { emails } = await bench.outbox.claim({ batch: 10, leaseSeconds: 60 });
    expect(emails.map(({ email, parameters }) => [email, parameters.subject])).toEqual([
      ["p1@example.com", "Invoices are dnoe"],
      ["p2@example.com", "Invoices are done"],
    ]);
    expect(await notify(["update", "may.md", "--name", "No Name"])).toMatchObject({ code: 2 });
  });

  it("remembers who was told when the outbox has been swept", async () => {
    await people(1);
    await notify(["update", await writeUpdate(may), "--yes"]);
    await bench.sql("update public.email_outbox set sent_at = now() - interval '100 days'");
    await bench.sql("select public.prune_records(30, 90)");
    await notify(["update", "may.md", "--yes"]);
    expect(await queued()).toEqual([]);
    const { out } = await cli(["show", "p1@example.com"], { env: hosted(bench), folder });
    expect(JSON.parse(out)).toMatchObject({ held: { email_update_recipients: [{ told_at: expect.any(String) }] } });
  });

  it("sends no file that is hostile, foreign or not there", async () => {
    await people(1);
    const hostile: [text: string | Uint8Array, reason: string][] = [
      ["", "Line 1: begin with the subject"],
      ["# Hi\n\n<script>alert(1)</script>", "raw HTML"],
      ["# Hi\n\n[x](javascript:alert(1))", "only https: and mailto:"],
      ["# Hi\n\n![x](https://example.com/p.png)", "no pictures"],
      ["# Hi\n\n\u202egnp.exe", "control character"],
      [`# Hi\n\n${"x".repeat(90_000)}`, "Longer than"],
      [Uint8Array.of(0x23, 0x20, 0xff, 0xfe), "not UTF-8"],
    ];
    for (const [text, reason] of hostile) {
      await writeFile(join(folder, "hostile.md"), text);
      expect(await notify(["update", "hostile.md", "--yes"])).toMatchObject({
        code: 1,
        err: expect.stringContaining(reason),
      });
    }
    expect(await notify(["update", "nothing.md", "--yes"])).toMatchObject({
      code: 1,
      err: expect.stringContaining("ENOENT"),
    });
    expect(await notify(["update", "/dev/zero", "--yes"])).toMatchObject({ code: 1 });
    expect(await queued()).toEqual([]);
    await writeUpdate("# {{site}} and $& are words\n\n{{bodyHtml}} too.", "words.md");
    expect((await notify(["update", "words.md", "--html"])).out).toMatch(/^<!DOCTYPE html[^]*\{\{bodyHtml\}\} too\./iu);
    const { out } = await notify(["update", "words.md", "--dry-run"]);
    expect(out).toMatch(/^Subject: \{\{site\}\} and \$& are words\n[^]*\{\{bodyHtml\}\} too\./u);
    expect(await readFile(join(folder, "words.md"), "utf8")).toContain("{{site}}");
  });
});
