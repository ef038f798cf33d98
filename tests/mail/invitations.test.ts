import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, describe, it, onTestFinished } from "vitest";
import { askBackend, fakeBackend } from "../cli/fakeBackend.ts";
import { cli, hosted, scratchFolder, type TerminalOptions } from "../cli/terminal.ts";
import { type OutboxBench, useOutboxBench } from "./support/outboxBench.ts";
import { transportThat } from "./support/transportThat.ts";

let bench: OutboxBench;
useOutboxBench((started) => (bench = started));

const notify = (argv: string[], options: TerminalOptions = {}) =>
  cli(["notify", ...argv], { env: hosted(bench), ...options });
const launch = (...argv: string[]) => notify(["launch", "--yes", ...argv]);
const names = (...numbers: number[]) => numbers.map((n) => `p${n}@example.com`);
/** Confirmed people `p1@example.com` and so on, each a second younger than the one before. */
const people = (count: number) =>
  bench.sql(
    `insert into public.waitlist (email, created_at, confirmed_at)
     select 'p' || n || '@example.com', '2026-05-04T00:00:00Z'::timestamptz + n * interval '1 second', now() from generate_series(1, $1::int) n`,
    [count],
  );
const queued = async () => (await bench.rows()).map(({ email }) => email).toSorted();
/** The invite codes of people, in the order of their addresses. */
const codes = async () =>
  (
    await bench.sql<{ email: string; code: string }>(
      "select email, invite_code as code from public.waitlist where invited_at is not null order by email",
    )
  ).map(({ email, code }) => [email, code]);

describe("the product's address", () => {
  it("is required before anybody is mailed; a dry run only says so", async () => {
    await people(1);
    const env = { ...hosted(bench), PRODUCT_URL: "" };
    expect(await notify(["launch", "--yes"], { env })).toMatchObject({
      code: 3,
      err: expect.stringMatching(/^error: PRODUCT_URL is not set/u),
    });
    expect(await notify(["launch", "--dry-run"], { env })).toMatchObject({
      code: 0,
      out: expect.stringContaining("\nhttps://product.example/?invite=STAND-IN-0000000\n"),
      err: expect.stringMatching(/^To 1 person: [^]*\nPRODUCT_URL is not set.*\n.*\nNobody was mailed/u),
    });
    expect(await notify(["launch", "--yes"], { env: { ...env, PRODUCT_URL: "http://product.example" } })).toMatchObject(
      {
        code: 3,
        err: expect.stringContaining("PRODUCT_URL must be an address that begins with https://"),
      },
    );
    expect([await queued(), await codes()]).toEqual([[], []]);
  });

  it("is where the mail leads, keeping its query, with a code that each person gets once, also if told again", async () => {
    await people(3);
    await launch("--wave", "2");
    await launch("--dry-run");
    const first = await codes();
    expect(first.map(([email]) => email)).toEqual(names(1, 2));
    for (const [, code] of first) expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{16}$/u);
    const { taken, transport } = transportThat(() => undefined);
    await bench.drain(transport);
    for (const [email, code] of first) {
      const mail = taken.find(({ to }) => to === email);
      expect(mail?.text).toContain(`\nhttps://product.example/start?from=mail&invite=${code}\n`);
      expect(mail?.html).toContain(`href="https://product.example/start?from=mail&amp;invite=${code}"`);
    }
    await bench.sql("update public.waitlist set notified = false");
    await launch();
    expect((await codes()).slice(0, 2)).toEqual(first);
    expect(new Set((await codes()).map(([, code]) => code)).size).toBe(3);
  });

  it("is waited for by a sender that does not know it yet", async () => {
    await people(1);
    await launch();
    const { taken, transport } = transportThat(() => undefined);
    const site = { ...bench.sending(transport).site, productUrl: undefined };
    await bench.drain(transport, { site });
    expect([taken, (await bench.rows()).map(({ last_error }) => last_error)]).toEqual([[], ["no_product_address"]]);
    await bench.sql("update public.email_outbox set not_before = now()");
    await bench.drain(transport);
    expect(taken).toHaveLength(1);
  });
});

describe("an update that says {{invite_link}}", () => {
  it("goes only to people who were invited; the others are named, and the product's address is required", async () => {
    await people(3);
    await launch("--wave", "2");
    const { folder, remove } = await scratchFolder();
    onTestFinished(remove);
    await writeFile(join(folder, "reminder.md"), "# Come in\n\n[Your place]({{invite_link}})\n");
    const remind = (argv: string[], more: TerminalOptions = {}) =>
      notify(["update", "reminder.md", "--yes", ...argv], { folder, ...more });
    expect(await remind([], { env: { ...hosted(bench), PRODUCT_URL: "" } })).toMatchObject({
      code: 3,
      err: expect.stringMatching(/^error: PRODUCT_URL is not set/u),
    });
    await bench.sql("update public.waitlist set redeemed_at = now() where email = 'p1@example.com'");
    expect((await remind(["--came", "--tag", "vip"])).err).toMatch(
      /There is nobody to notify with the tag vip and an invite code that they came with and an invite code\./u,
    );
    expect((await remind(["--not-came"])).err).not.toContain("Left out");
    const { err } = await remind([]);
    expect(err).toContain(
      "Left out, as they have no invite code for the text's {{invite_link}}: 1 person, p…@example.com\nTo 1 person: p…@example.com\n",
    );
    const { taken, transport } = transportThat(() => undefined);
    await bench.drain(transport);
    const reminders = taken.filter(({ subject }) => subject === "Come in");
    expect(reminders.map(({ to }) => to).toSorted()).toEqual(names(1, 2));
    for (const [email, code] of await codes())
      expect(reminders.find(({ to }) => to === email)?.html).toContain(
        `href="https://product.example/start?from=mail&amp;invite=${code}"`,
      );
  });
});

it.each(["oldest", "friends", "random"])("each wave goes on where the last one ended: %s", async (order) => {
  await people(9);
  await bench.sql(`update public.waitlist set share_code = 'P3000000', friends = 1 where email = 'p3@example.com';
    update public.waitlist set referred_by = 'P3000000', sender_credit = 'counted' where email = 'p4@example.com'`);
  const lots = await bench.sql<{ email: string }>("select email from public.waitlist order by id");
  const expected = {
    oldest: names(1, 2, 3, 4, 5, 6, 7, 8, 9),
    friends: names(3, 1, 2, 4, 5, 6, 7, 8, 9),
    random: lots.map(({ email }) => email),
  }[order];
  for (const n of [4, 8, 9]) {
    expect((await launch("--wave", "4", "--order", order)).err).toContain(`To ${n === 9 ? "1 person" : "4 people of"}`);
    expect(await queued()).toEqual(expected?.slice(0, n).toSorted());
  }
});

it("the next wave has whose launch mail did not arrive, once a bounce is lifted, and nobody whose did", async () => {
  await people(4);
  await launch();
  const { transport } = transportThat(({ to }) => (to === "p1@example.com" ? "undeliverable" : undefined));
  await bench.drain(transport);
  await bench.sql(`select public.record_email_event('bounced', '["p2@example.com"]');
    insert into public.email_outbox (kind, email, sent_at) values ('application-received', 'p3@example.com', now() + interval '1 minute');
    select public.record_email_event('bounced', '["p3@example.com"]')`);
  // While the list is paused, a mail bounces for a person whose launch mail is still queued.
  await bench.sql("select public.pause_list('operator')");
  await bench.sql("update public.waitlist set notified = false where email = 'p4@example.com'");
  await bench.sql("delete from public.email_outbox where email = 'p4@example.com'");
  await launch();
  await bench.sql(`select public.record_email_event('bounced', '["p4@example.com"]')`);
  const first = await codes();
  expect(await bench.sql("select public.lift_bounce(id) as lifted from public.waitlist")).toEqual(
    Array.from({ length: 4 }, () => ({ lifted: true })),
  );
  await bench.sql("select public.pause_list()");
  await launch();
  const { taken, transport: open } = transportThat(() => undefined);
  await bench.drain(open);
  expect(taken.map(({ to }) => to).toSorted()).toEqual(names(1, 2, 4));
  expect(await codes()).toEqual(first);
});

it("says how to go on where no answer comes: a wave of a part of the list, done again, is one of others", async () => {
  await people(3);
  let calls = 0;
  const front = await fakeBackend(bench.origin, async (request, response) => {
    // The other calls only count the wave.
    if (!request.url?.endsWith("/announce_page") || ![3, 5].includes(++calls)) return false;
    await (await askBackend(bench.origin, request)).arrayBuffer();
    return Boolean(response.destroy());
  });
  onTestFinished(front.stop);
  const env = hosted({ ...bench, origin: front.origin });
  const lost = (...argv: string[]) => notify(["launch", "--yes", "--retries", "0", ...argv], { env });
  expect((await lost("--wave", "2")).err).toContain("if you repeat this, other people make up the wave");
  expect(await queued()).toEqual(names(1, 2));
  expect((await lost()).err).toContain("Do it again for the rest; nobody is notified twice.");
  expect(await queued()).toEqual(names(1, 2, 3));
});

it("says each person's place, in the order of which waves go where people see it", async () => {
  const { folder, remove } = await scratchFolder();
  onTestFinished(remove);
  await people(3);
  await writeFile(join(folder, "places.md"), "# Number {{place}}\n");
  await bench.sql("update public.waitlist set friends = 1 where email = 'p2@example.com'");
  expect(await notify(["update", "places.md", "--yes"], { folder })).toMatchObject({
    code: 3,
    err: expect.stringContaining("PLACE_FROM"),
  });
  const env = { ...hosted(bench), PLACE_FROM: "3" };
  const wave = ["update", "places.md", "--name", "places", "--wave", "1"];
  expect(await notify([...wave, "--yes"], { env, folder })).toMatchObject({ code: 0 });
  expect(await queued()).toEqual(["p2@example.com"]);
  const asked = await notify([...wave, "--order", "oldest"], { env, folder, interactive: true, answers: ["n"] });
  expect(asked.err).toMatch(/this wave goes in another\s+order/u);
  expect(await queued()).toEqual(["p2@example.com"]);
  expect(await notify(["update", "places.md", "--name", "places", "--yes"], { env, folder })).toMatchObject({
    code: 0,
  });
  const { taken, transport } = transportThat(() => undefined);
  await bench.drain(transport);
  const said = Object.fromEntries(taken.map(({ to, subject }) => [to, subject]));
  expect(said).toEqual({ "p2@example.com": "Number 1", "p1@example.com": "Number 2", "p3@example.com": "Number 3" });
  expect(taken[0]?.html).toMatch(/#place=[0-9a-f]{64}\.[0-9a-f]{64}"/u);
});
