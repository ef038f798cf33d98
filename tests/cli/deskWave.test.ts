import { expect, it } from "vitest";
import { localTime } from "../../scripts/operator/startTime.ts";
import { withClient } from "../../server/embedded/database/withClient.ts";
import { useDesk } from "./desk.ts";
import { hosted } from "./terminal.ts";
import { useCommands } from "./workplace.ts";

const { backend, query, list } = useCommands();
const open = () => useDesk({ env: hosted(backend()) });

const people = `insert into waitlist (email, created_at, confirmed_at, source)
  select 'p' || n || '@example.com', '2026-05-04T00:00:00Z'::timestamptz + n * interval '1 second', now(), 'news' from generate_series(1, 3) n`;
const queued = () => list("select kind || ' ' || email from email_outbox order by email");

it("a wave on the desk shows the people it would mail, then mails only them, once", async () => {
  await query(people);
  const { post } = await open();
  const survey = async (request: object) => JSON.parse((await post("wave", { order: "oldest", ...request })).body);
  const shown = await survey({ what: "launch", most: 2, source: "news" });
  expect(shown).toMatchObject({
    people: 2,
    warning: expect.stringContaining("MAIL_IMPRINT"),
    subject: expect.any(String),
    text: expect.any(String),
  });
  expect(shown.about).toMatch(/^To 2 people of 3 who are to be notified: p…@example\.com, p…@example\.com/u);
  expect(shown.html).toMatch(/^<!DOCTYPE html[^]*unsubscribe=(stand-in-){7}0"/u);
  expect(await post("wave/test", { id: shown.id, to: "me@example.com" })).toMatchObject({
    status: 500,
    body: expect.stringContaining("No way to send mails is set here."),
  });
  expect(await queued()).toEqual([]);
  await query("update waitlist set unsubscribed_at = now() where email = 'p2@example.com'");
  expect((await post("wave/send", { id: shown.id })).body).toMatch(
    /1 mail is in the outbox\. 1 unsubscribed meanwhile/u,
  );
  expect(await queued()).toEqual(["launch-announcement p1@example.com"]);
  expect(await post("wave/send", { id: shown.id })).toMatchObject({ status: 409 });
  const update = { what: "update", text: "# News\n\nHello", name: "may" };
  await post("wave/send", { id: (await survey(update)).id });
  expect(await queued()).toContain("update p3@example.com");
  expect(await survey(update)).toMatchObject({ people: 0, about: expect.stringContaining("nobody to notify") });
});

it("a wave for a later time is shown as such, and taken back", async () => {
  await query(people);
  const { get, post } = await open();
  const start = localTime(new Date(Date.now() + 86_400_000));
  const at = start.slice(0, 16).replace(" ", "T");
  const shown = JSON.parse((await post("wave", { what: "launch", order: "oldest", most: 2, at })).body);
  expect(shown.about).toContain(`\nFrom ${start} on.`);
  expect((await post("wave/send", { id: shown.id })).body).toContain(`2 mails are in the outbox, for ${start}.`);
  const { list: toList, open: waves } = await get("mails");
  const [wave] = waves;
  expect([toList.queued, waves]).toEqual([
    0,
    [{ number: expect.any(Number), kind: "launch-announcement", name: null, queued: 2, starts: start }],
  ]);
  expect((await post("wave/cancel", { number: wave.number })).body).toContain("2 mails were taken back.");
  expect(await queued()).toEqual([]);
  expect(await post("wave", { what: "launch", order: "oldest", at: "2026-01-01T09:00" })).toMatchObject({
    status: 422,
    body: expect.stringContaining("is past."),
  });
});

it("a text with the way into the product goes to invited people only, names the others, and stays a draft", async () => {
  await query(people);
  await query(
    "update waitlist set invited_at = now(), invite_code = 'P100000000000000' where email = 'p1@example.com'",
  );
  const { post } = await open();
  const request = { what: "update", text: "# Come\n\n[In]({{invite_link}})", order: "oldest" };
  const shown = JSON.parse((await post("wave", request)).body);
  expect(shown).toMatchObject({ people: 1, isLast: false });
  expect(shown.about).toMatch(
    /^To 1 person: [^]*\nLeft out, as they have no invite code .* 2 people, p…@example\.com, p…@/u,
  );
  await post("wave/send", { id: shown.id });
  expect(await queued()).toEqual(["update p1@example.com"]);
});

it("a draft is kept until it was sent to everybody, or is discarded", async () => {
  await query(people);
  const { get, post } = await open();
  const saved = async (draft: object) => JSON.parse((await post("drafts", draft)).body);
  const first = await saved({ kind: "update", markdown: "# News\n\nHello" });
  const { id } = first;
  const { updated_at: version } = first;
  expect(await saved({ kind: "update", id, version, markdown: "\n# Good news #1\n\nHello" })).toMatchObject({ id });
  const other = await saved({ kind: "launch-announcement", markdown: "Not yet a heading" });
  expect(await get("drafts")).toMatchObject([
    { id: other.id, kind: "launch-announcement", subject: "" },
    { id, kind: "update", subject: "Good news #1", markdown: "\n# Good news #1\n\nHello" },
  ]);
  await post(`drafts/${other.id}/discard`);
  const send = async (request: object) => {
    const update = { what: "update", text: "# Good news #1\n\nHello", draft: id, order: "oldest", ...request };
    await post("wave/send", { id: JSON.parse((await post("wave", update)).body).id });
    return (await get("drafts")).length;
  };
  await query(people.replaceAll("'p'", "'q'"));
  await query("update waitlist set tags = '{vip}' where email ~ '^p'");
  expect([await send({ most: 1 }), await send({ tag: "vip" }), await send({})]).toEqual([1, 1, 0]);
  expect(await queued()).toHaveLength(6);
  expect(await post("drafts", { kind: "update", markdown: "x".repeat(20_001) })).toMatchObject({ status: 422 });
});

it("a draft is saved onto the version that was read alone, and cut by whole characters", async () => {
  const { get, post } = await open();
  const markdown = `# ${"x".repeat(199)}😀 news`;
  const { id, updated_at: version } = JSON.parse((await post("drafts", { kind: "update", markdown })).body);
  expect(await get("drafts")).toMatchObject([{ subject: `${"x".repeat(199)}😀` }]);
  const second = { kind: "update", id, version, markdown: "# Second" };
  const saved = JSON.parse((await post("drafts", second)).body);
  for (const stale of [{ version }, {}])
    expect(
      await post("drafts", { ...second, ...stale, version: undefined, markdown: "# Stale", ...stale }),
    ).toMatchObject({
      status: 409,
      body: expect.stringContaining("Another browser has changed this draft, or discarded it."),
    });
  expect(await get("drafts")).toMatchObject([{ markdown: "# Second" }]);
  await post(`drafts/${id}/discard`);
  expect((await post("drafts", { ...second, version: saved.updated_at })).status).toBe(409);
  expect(await get("drafts")).toEqual([]);
  for (const [field, more] of [
    ["Text", { markdown: "# N\0ul" }],
    ["Name", { markdown: "# Nul", name: "n\0" }],
  ] as const)
    expect(await post("drafts", { kind: "update", ...more })).toMatchObject({
      status: 422,
      body: expect.stringContaining(`${field}: has the character U+0000`),
    });
});

it("an unnamed draft that is corrected between two waves is the same update", async () => {
  await query(people);
  const { post } = await open();
  const { id: draft } = JSON.parse((await post("drafts", { kind: "update", markdown: "# Nwes" })).body);
  const send = async (text: string, most: number) => {
    const asked = await post("wave", { what: "update", text, draft, most, order: "oldest" });
    await post("wave/send", { id: JSON.parse(asked.body).id });
  };
  await send("# Nwes\n\nHello", 1);
  await send("# News\n\nHello", 3);
  expect(await queued()).toEqual(["update p1@example.com", "update p2@example.com", "update p3@example.com"]);
});

it("a draft keeps the name of its update, so that people who got it in an earlier wave do not get it again", async () => {
  await query(people);
  const { get, post } = await open();
  const update = { markdown: "# Nwes\n\nHello", name: "may" };
  const { id } = JSON.parse((await post("drafts", { kind: "update", ...update })).body);
  const send = async ({ markdown, name }: typeof update, most?: number) => {
    const request = { what: "update", text: markdown, draft: id, order: "oldest", ...(name && { name }), most };
    await post("wave/send", { id: JSON.parse((await post("wave", request)).body).id });
  };
  await send(update, 1);
  const [draft] = await get("drafts");
  await send({ ...draft, markdown: draft.markdown.replace("Nwes", "News") });
  expect(await queued()).toEqual(["update p1@example.com", "update p2@example.com", "update p3@example.com"]);
});

it("the desk asks imported people to confirm, also in the operator's own words above ours", async () => {
  await query(people.replace("now(), 'news'", "null, 'news'"));
  const { get, post } = await open();
  const survey = async (request: object) =>
    JSON.parse((await post("wave", { what: "confirm", order: "oldest", ...request })).body);
  expect(await survey({ since: "7d" })).toMatchObject({
    people: 0,
    about: expect.stringMatching(/^There .+ filters/u),
  });
  expect(await survey({})).toMatchObject({ people: 3, html: expect.stringContaining("#confirm=stand-in-") });
  expect((await post("wave", { what: "confirm", order: "oldest", text: "# Hello\n\n{{place}}" })).body).toContain(
    "{{place}} is for people who confirmed.",
  );
  const markdown = "# We met at the fair\n\nYou gave us your card.";
  const { id: draft } = JSON.parse((await post("drafts", { kind: "waitlist-confirmation", markdown })).body);
  const shown = await survey({ text: markdown, draft });
  expect(shown).toMatchObject({ people: 3, isLast: true, subject: "We met at the fair" });
  expect(shown.text).toMatch(/You gave us your card\.[^]*#confirm=stand-in-/u);
  await post("wave/send", { id: shown.id });
  expect(await queued()).toContain("waitlist-confirmation p1@example.com");
  expect(await get("drafts")).toEqual([]);
  expect(await survey({})).toMatchObject({ people: 0, about: expect.stringContaining("nobody to ask") });
});

it("the launch is looked at on the desk, but not sent, while nothing says where the product is", async () => {
  await query(people);
  const { post } = await useDesk({ env: { ...hosted(backend()), PRODUCT_URL: "" } });
  const shown = JSON.parse((await post("wave", { what: "launch", order: "random" })).body);
  // The desk goes on with the settings that it started with.
  const warning = expect.stringMatching(/^PRODUCT_URL is not set.+ Then start the desk again, too\.$/u);
  expect(shown).toMatchObject({ people: 3, warning });
  expect((await post("wave/send", { id: shown.id })).body).toContain("PRODUCT_URL is not set");
  expect(await queued()).toEqual([]);
});

it("a wave on the desk is refused with the field that is wrong", async () => {
  const { post } = await open();
  const refused = async (request: object, why: RegExp) =>
    expect(await post("wave", { order: "oldest", ...request })).toMatchObject({
      status: 422,
      body: expect.stringMatching(why),
    });
  await refused({ what: "update", text: "No heading" }, /Text: /u);
  await refused({ what: "update", text: "# News\n\nHello", name: "May!" }, /Name: /u);
  await refused({ what: "launch", text: "No heading" }, /Text: /u);
  await refused({ what: "launch", most: 0.5 }, /How many people: /u);
  await refused({ what: "launch", role: "king" }, /role|Expected/u);
  await refused({ what: "launch", tag: "VIP" }, /"Tag: give up to 32 small letters/u);
});

it("mails to the list wait while the desk has paused them, those that people asked for do not", async () => {
  await query(people);
  await query(`insert into email_outbox (kind, email, to_list) values ('launch-announcement', 'p1@example.com', true), ('waitlist-confirmation', 'p2@example.com', false);
    update waitlist set confirmed_at = null where email = 'p2@example.com'`);
  const { get, post } = await open();
  const claimed = async () =>
    list("select e ->> 'email' from jsonb_array_elements(claim_emails(10, 0) -> 'emails') e order by 1");
  for (const paused of [true, true]) expect((await post("wave/pause", { paused })).body).toContain("Paused.");
  expect(await get("mails")).toMatchObject({
    queued: 2,
    list: { queued: 1, paused: true, why: "Mails to the list are paused by the operator." },
  });
  expect(await claimed()).toEqual(["p2@example.com"]);
  // However many mails are queued, a sender that asks again and again reads none of them.
  await query(
    `insert into email_outbox (kind, email, to_list) select 'launch-announcement', 'p' || n || '@x.org', true from generate_series(1, 3000) n; analyze email_outbox`,
  );
  const read = await withClient(backend().databaseUrl, async (client) => {
    await client.query("begin; select claim_emails(10, 0)");
    return client.query(
      "select seq_tup_read + idx_tup_fetch < 100 as few from pg_stat_xact_user_tables where relname = 'email_outbox'",
    );
  });
  expect(read.rows).toEqual([{ few: true }]);
  await query("delete from email_outbox where email like '%@x.org'");
  expect((await post("wave/pause", { paused: false })).status).toBe(200);
  expect(await get("mails")).toMatchObject({ list: { queued: 1, paused: false } });
  expect(await claimed()).toEqual(["p1@example.com", "p2@example.com"]);
});
