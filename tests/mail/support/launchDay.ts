import type { ChildProcess } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { expect, it, onTestFinished } from "vitest";
import { brand } from "../../../server/contract/brand.ts";
import { withClient } from "../../../server/embedded/database/withClient.ts";
import { createOperatorMails } from "../../../server/mail/outbox/operatorMails.ts";
import { createSmtp } from "../../../server/mail/transports/smtp.ts";
import { createSupabaseCalls } from "../../../server/store/supabase.ts";
import type { Supabase } from "../../../server/supabase/client.ts";
import { askBackend, fakeBackend } from "../../cli/fakeBackend.ts";
import { useDesk } from "../../cli/desk.ts";
import { start } from "../../cli/processes.ts";
import { cli, hosted, scratchFolder } from "../../cli/terminal.ts";
import { localTime } from "../../../scripts/operator/startTime.ts";
import { siteOrigin } from "../../support/backend.ts";
import { eventually } from "../../support/eventually.ts";
import { openProduct } from "../../support/product.ts";
import { startSmtpServer } from "./smtpServer.ts";

/** The parts of a backend that a launch uses. */
interface Place {
  origin: string;
  secretKey: string;
  databaseUrl: string;
  supabase: Supabase;
  /** Sends a request to a form route, such as `/confirm`. */
  request(path: string, init: RequestInit): Promise<Response>;
  stop(): Promise<void>;
}

const operator = "operator@keelbook.example";
const me = "me@keelbook.example";
const numbers = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, n) => first + n);
const address = (n: number) => `p${n}@example.com`;
const code = (n: number) => `P${String(n).padStart(7, "0")}`;

/** The referrer of each referred person: the youngest referrer brought the most, and the 139 before them one each. */
const referrerOf = (n: number) => (n <= 10 ? 300 : n + 150);
const friendsOf = (n: number) => (n === 300 ? 11 : n > 160 ? 1 : 0);
/** Two friends of somebody who had none; with them, that person is the second in the order of places. */
const friends = ["cy@cy.example", "dan@dan.example"];
const climber = 5;
/** The first wave by friends, of which some mailboxes do not exist. */
const firstWave = [300, climber, ...numbers(161, 258)];
/** These got a mail of a wave that was taken back then. */
const early = numbers(1, 4);
const gone = new Set(numbers(161, 166).map(address));

/** Three hundred people as another tool exports them, who joined a minute after each other. */
function exported(): string {
  const began = Date.now() - 5 * 86_400_000;
  const lines = numbers(1, 300).map((n) => {
    const joined = new Date(began + n * 60_000).toISOString();
    const referred = n <= 150 ? `${code(referrerOf(n))},counted` : ",";
    return [
      address(n),
      joined,
      code(n),
      referred,
      friendsOf(n),
      n % 3 === 0 ? '"vip, berlin"' : "",
      `Person ${n}`,
    ].join(",");
  });
  return `email,created_at,share_code,referred_by,sender_credit,friends,tags,name\n${lines.join("\n")}\n`;
}

/** A server that refuses those who are {@link gone}, and can hold mails before it accepts them. */
async function startMailServer() {
  const held: (() => void)[] = [];
  let holdsAt = Infinity;
  const server = await startSmtpServer({
    onRcptTo: ({ address: to }, _session, done) => {
      if (server.arrived.length >= holdsAt) held.push(done);
      else if (gone.has(to)) done(Object.assign(new Error("5.1.1 no such mailbox"), { responseCode: 550 }));
      else done();
    },
  });
  const { concurrency, close } = createSmtp(server.url);
  await close();
  return {
    ...server,
    /** Kills a sender after so many more mails, when each of its connections holds one that is not accepted yet. */
    async killAfter(mails: number, sender: ChildProcess): Promise<void> {
      held.length = 0;
      holdsAt = server.arrived.length + mails;
      await eventually("a mail on each connection", async () => held.length >= concurrency);
      sender.kill("SIGKILL");
      holdsAt = Infinity;
    },
  };
}

/**
 * Tests a launch on a backend, from an import to the people who came, with a real SMTP server, and real
 * processes that are killed.
 */
export function describeLaunch(name: string, startPlace: () => Promise<Place>): void {
  it(`leads 300 imported people into the product, each once, and stops by itself on the way: ${name}`, async () => {
    const [place, server, { folder, remove }] = await Promise.all([startPlace(), startMailServer(), scratchFolder()]);
    onTestFinished(async () => {
      await server.stop();
      await place.stop();
      await remove();
    });
    const env = {
      ...hosted(place),
      SITE_URL: siteOrigin,
      SMTP_URL: server.url.href,
      MAIL_FROM: "Keelbook <hello@keelbook.example>",
      MAIL_PER_SECOND: "1000",
    };
    const run = (...argv: string[]) => cli(argv, { env, folder });
    const sql = (text: string) =>
      withClient(place.databaseUrl, async (client) => (await client.query<Record<string, unknown>>(text)).rows);
    const listed = async (where: string) =>
      (await sql(`select email from public.waitlist where ${where} order by created_at`)).map(({ email }) => email);
    const mailsTo = (to: string) => server.arrived.filter((mail) => mail.to[0] === to);

    await writeFile(join(folder, "people.csv"), exported());
    const imported = ["import", "waitlist", "people.csv", "--confirmed-by", "Kit, double opt-in", "--tag", "fair-may"];
    const ends = expect.stringMatching(/\n300 (?:to add|added): 300 may be mailed, 0 have not confirmed here\.\n/u);
    expect(await run(...imported, "--dry-run")).toMatchObject({ code: 0, err: ends });
    expect(await listed("true")).toEqual([]);
    expect(await run(...imported)).toMatchObject({ code: 0, err: ends });

    expect(await run("notify", "launch", "--test", me)).toMatchObject({ code: 0 });
    expect(server.arrived.map(({ to }) => to)).toEqual([[me]]);
    expect(await listed("notified")).toEqual([]);

    // Two friends join by somebody's link, and confirm at the same moment.
    const placeOf = async (n: number) =>
      Number(/^place +(\d+)$/mu.exec((await cli(["show", address(n)], { env, folder, outIsTerminal: true })).out)?.[1]);
    expect([await placeOf(300), await placeOf(161), await placeOf(climber)]).toEqual([1, 2, 140 + climber]);
    for (const [n, email] of friends.entries())
      await sql(
        `select public.join_waitlist('{"email": "${email}"}', 'waitlist:${String(n).repeat(64)}', 10, 1, via => '${code(climber)}')`,
      );
    expect(await run("mail", "send")).toMatchObject({ code: 0 });
    const confirmed = await Promise.all(
      friends.map((email) => {
        const [, token] = /#confirm=(\w+)/u.exec(mailsTo(email)[0]?.mail.text ?? "") ?? [];
        const headers = { "content-type": "application/json" };
        return place.request("/confirm", { method: "POST", headers, body: JSON.stringify({ token }) });
      }),
    );
    expect(confirmed.map(({ status }) => status)).toEqual([200, 200]);
    expect([await placeOf(300), await placeOf(climber), await placeOf(161)]).toEqual([1, 2, 3]);

    // Of a wave for a later time some mails are sent, and the others taken back, as if there had been none.
    const everybody = () => sql("select * from public.waitlist order by created_at");
    const asBefore = await everybody();
    const later = localTime(new Date(Date.now() + 86_400_000)).slice(0, 16);
    const oldest = ["--order", "oldest", "--wave", "10", "--at", later, "--yes"];
    const { err: queued } = await run("notify", "launch", ...oldest);
    const [, wave = ""] = /notify --cancel (\d+)\n/u.exec(queued) ?? [];
    expect((await run("mail", "status")).out).toMatch(new RegExp(`^Scheduled +10 .*wave ${wave}$`, "mu"));
    const sent = early.map(address);
    await sql(
      `update public.email_outbox set not_before = now() where scheduled and email in ('${sent.join("', '")}')`,
    );
    await run("mail", "send");
    expect((await run("notify", "--cancel", wave, "--yes")).err).toContain(
      "6 mails were taken back. 4 were sent already.",
    );
    const others = ({ email }: Record<string, unknown>) => !sent.includes(String(email));
    expect((await everybody()).filter(others)).toEqual(asBefore.filter(others));
    expect(await listed("notified")).toEqual(sent);

    // Where people see their places, a wave goes in that order.
    await run("notify", "launch", "--wave", "100", "--yes");
    expect(await listed("notified")).toEqual([...early, ...firstWave.toSorted((a, b) => a - b)].map(address));
    // A sender is killed in the middle, and its lease of ten minutes ends.
    const sender = start(["mail", "send"], env, folder);
    await server.killAfter(40, sender.child);
    expect((await sender.done).signal).toBe("SIGKILL");
    await sql("update public.email_outbox set leased_until = now() where leased_until is not null");
    expect(await run("mail", "send")).toMatchObject({ code: 0 });
    expect(await run("mail", "status")).toMatchObject({
      err: expect.stringMatching(
        /^Mails to the list are paused, as 6 of 100 bounced \(6\.00 %\)\.\n.*notify --resume/u,
      ),
    });

    const tell = createOperatorMails({
      email: operator,
      call: createSupabaseCalls(place.supabase),
      clock: () => new Date(2026, 10, 28, 8),
    });
    expect([await tell(), await tell()]).toEqual([2, 0]);
    await run("mail", "send");
    const subjectAnd = (rest: RegExp): unknown => expect.stringMatching(new RegExp(`^${brand}: ${rest.source}`, "u"));
    const news = mailsTo(operator).map(({ mail: { subject = "", text = "" } }) => `${subject}\n${text}`);
    expect(news.toSorted()).toEqual([
      // A person whose mail bounced did not unsubscribe, and those who were imported did not join.
      subjectAnd(
        /2 joined[^]*\nJoined +2 +2\n[^]*\nUnsubscribed +0 +0\n[^]*\nInvited +104 +104\n[^]*\nMails bounced +6 +6\n[^]*\nMails to the list are paused, as 6 of 100 bounced/u,
      ),
      subjectAnd(/Mails to the list are paused, as 6 of 100 bounced\n[^]*notify\s--resume/u),
    ]);

    // The command that notifies the rest is killed after its first page, which has the referrers.
    let calls = 0;
    const front = await fakeBackend(place.origin, async (request) => {
      // The first two calls only count the wave.
      if (!request.url?.endsWith("/announce_page") || ++calls < 3) return false;
      await (await askBackend(place.origin, request)).arrayBuffer();
      return killed.child.kill("SIGKILL");
    });
    const rest = ["notify", "launch", "--order", "friends", "--yes"];
    const killed = start(rest, { ...env, SUPABASE_URL: front.origin }, folder);
    expect((await killed.done).signal).toBe("SIGKILL");
    await front.stop();
    expect(await listed("notified")).toHaveLength(145);
    expect(await run(...rest)).toMatchObject({ code: 0 });
    expect(await listed("not notified")).toEqual([]);
    await run("mail", "send");
    expect(server.arrived).toHaveLength(1 + 2 + 4 + 94 + 2);

    await run("notify", "--resume");
    expect(await run("mail", "send")).toMatchObject({ code: 0 });
    const reached = [...numbers(1, 300).map(address), ...friends].filter((one) => !gone.has(one));
    const launchMails = () =>
      server.arrived.flatMap(({ to: [to = ""], mail }) => (to !== me && mail.text?.includes("invite=") ? to : []));
    expect(launchMails().toSorted()).toEqual(reached.toSorted());

    const redeem = await openProduct(place);
    const invite = (n: number) => {
      const [link = ""] = /https:\/\/product\.example\/\S+/u.exec(mailsTo(address(n))[0]?.mail.text ?? "") ?? [];
      return new URL(link).searchParams.get("invite") ?? "";
    };
    for (const n of [300, 259, 1]) expect(await redeem(invite(n))).toEqual({ email: address(n), share_code: code(n) });
    for (const used of [invite(1), "0".repeat(16)]) await expect(redeem(used)).rejects.toThrow("This invitation");
    expect((await run("stats")).out).toMatch(
      /^Invited +302, of whom 3 came \(0\.99 %\) and 299 did not$[^]*^7 days +0 +2 +2 +0 +302 +3$/mu,
    );
    expect((await run("stats", "--tag", "vip")).out).toMatch(
      /^Invited +100, of whom 1 came \(1\.00 %\) and 99 did not$/mu,
    );
    // The mail server, the command line, the desk and an export count the same people.
    const { waitlist, waves } = JSON.parse((await run("stats", "--json")).out);
    const desk = await useDesk({ env, folder });
    expect((await desk.get("overview")).list).toEqual(waitlist);
    expect((await desk.get("mails")).waves).toEqual(waves);
    // The command that was killed and the one that went on are a wave each.
    expect(waves.map(({ sent: count }: { sent: number }) => count)).toEqual([157, 41, 94, 4]);
    const rows: Record<string, string>[] = parse((await run("export", "waitlist", "--out", "-")).out, {
      columns: true,
    });
    const countOf = (met: (row: Record<string, string>) => unknown) => rows.filter(met).length;
    expect([waitlist, launchMails().length]).toEqual([
      {
        total: rows.length,
        notified: countOf((row) => row["notified"] === "true"),
        confirmed: countOf((row) => row["confirmed_at"]),
        mailable: countOf((row) => row["confirmed_at"] && !row["unsubscribed_at"]),
        unsubscribed: 0,
        bounced: countOf((row) => row["unsubscribed_at"]),
        complained: 0,
        invited: countOf((row) => row["invited_at"]),
        redeemed: countOf((row) => row["redeemed_at"]),
      },
      296,
    ]);
    expect(waitlist).toMatchObject({ total: 302, mailable: 296, bounced: gone.size, invited: 302, redeemed: 3 });
    // People who did not come are reminded once, with the same way in.
    await writeFile(
      join(folder, "reminder.md"),
      "# Your place is kept\n\nHello {{name|there}}, [come in]({{invite_link}}).\n",
    );
    for (const mailed of [[address(2), address(299)], []]) {
      const before = server.arrived.length;
      await run("notify", "update", "reminder.md", "--not-came", "--yes");
      expect(await run("mail", "send")).toMatchObject({ code: 0 });
      const reminded = server.arrived.slice(before);
      expect(reminded).toHaveLength(mailed.length === 0 ? 0 : 302 - gone.size - 3);
      expect(reminded.map(({ to: [to] }) => to)).toEqual(expect.arrayContaining(mailed));
      for (const n of [300, 259, 1]) expect(reminded.map(({ to: [to] }) => to)).not.toContain(address(n));
      for (const { mail } of reminded)
        expect(mail.text).toMatch(
          /Hello (?:Person \d+|there), [^]*https:\/\/product\.example\/\S+[?&]invite=[0-9A-Z]{16}/u,
        );
    }
  });
}
