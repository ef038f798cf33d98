import { beforeAll, beforeEach, expect, it } from "vitest";
import * as v from "valibot";
import { withClient } from "../../server/embedded/database/withClient.ts";
import { conditionsOf } from "../../scripts/operator/people.ts";
import { startBackend } from "../support/backend.ts";
import { post } from "./context.ts";

let backend: Awaited<ReturnType<typeof startBackend>>;
beforeAll(async () => {
  backend = await startBackend({ proxies: 1 });
  return () => backend.stop();
});
beforeEach(() => backend.tables.empty());

/** A person who comes back is given no code. */
const joined = v.object({ shareCode: v.optional(v.string(), "") });

/** Joins from a network address by the link of a person with a code, and confirms. Returns the new person's code. */
async function come(email: string, from: string | undefined, via?: string): Promise<string> {
  const headers = from === undefined ? {} : { "x-forwarded-for": from };
  const body = { email, via, captcha: await backend.solveCaptcha() };
  const { shareCode } = v.parse(joined, await (await post(backend, "/waitlist", body, headers)).json());
  await confirm(email);
  return shareCode;
}
async function confirm(email: string): Promise<void> {
  const token = crypto.randomUUID();
  await backend.tables.addMailLink(token, { purpose: "confirm", email });
  expect((await post(backend, "/confirm", { token })).status).toBe(200);
}
/** The state of the credit for each referred person, by the beginning of their address. */
const credits = async () =>
  Object.fromEntries(
    (await backend.tables.waitlist())
      .filter(({ referred_by }) => referred_by !== null)
      .map(({ email, sender_credit }) => [email.split("@")[0], sender_credit]),
  );
const friendsOf = async (code: string) =>
  (await backend.supabase.from("people").select("friends").eq("share_code", code).single().throwOnError()).data.friends;

it("counts a friend who confirmed, once a mailbox, and never oneself", async () => {
  const code = await come("ada.l@gmail.com", "192.0.2.1");
  await come("friend@example.com", "192.0.2.2", `${code}).`);
  await come("friend+2@example.com", "192.0.2.3", code);
  await come("adal+friend@googlemail.com", "192.0.2.4", code);
  expect(await credits()).toEqual({
    friend: "counted",
    "friend+2": "mailbox_counted",
    "adal+friend": "oneself",
  });
  // The same holds for a person who left and comes back.
  await backend.supabase
    .from("waitlist")
    .update({ unsubscribed_at: new Date().toISOString() })
    .like("email", "friend@%");
  await come("friend@example.com", "192.0.2.5", code);
  expect(await friendsOf(code)).toBe(1);
});

it("goes on counting who counted and is erased, without them", async () => {
  const code = await come("ada@example.com", "192.0.2.1");
  await come("friend@example.com", "192.0.2.2", code);
  await come("mate@example.com", "192.0.2.3", code);
  await come("ada+me@example.com", "192.0.2.4", code);
  for (const person of ["friend@example.com", "ada+me@example.com"])
    await backend.supabase.rpc("erase_person", { person }).throwOnError();
  const left = new Date(Date.now() - 91 * 86_400_000).toISOString();
  await backend.supabase.from("waitlist").update({ unsubscribed_at: left }).like("email", "mate@%").throwOnError();
  const request = JSON.stringify({ part: "people", scan: 1000, unconfirmed_days: 30, kept_days: 90 });
  await backend.supabase.rpc("prune_page", { request }).throwOnError();
  expect((await backend.tables.waitlist()).map(({ email }) => email)).toEqual(["ada@example.com"]);
  expect(await friendsOf(code)).toBe(2);
  // Every place that counts friends agrees.
  const called = async (call: PromiseLike<{ data: unknown }>) => (await call).data;
  expect(await called(backend.supabase.rpc("growth_report"))).toMatchObject({
    referrers: [{ email: "ada@example.com", friends: 2 }],
  });
  const referrers = conditionsOf({ referral: "referrer" });
  expect(
    await called(backend.supabase.rpc("stats_report", { bucket: "day", conditions: JSON.stringify(referrers) })),
  ).toMatchObject({
    waitlist: { total: 1 },
  });
  const chosen = async (filter: object) =>
    called(backend.supabase.rpc("announce_page", { request: JSON.stringify({ scan: 9, dry_run: true, ...filter }) }));
  expect(await chosen({ filter: referrers })).toMatchObject({ queued: 1 });
  expect(await chosen({ friends: true })).toMatchObject({ queued: 1 });
  expect(await chosen({ friends: false })).toMatchObject({ queued: 0 });
});

it("gives another share code for one that somebody has, to who joins and who is imported", async () => {
  const sql = (text: string) =>
    withClient(backend.databaseUrl, async (client) => (await client.query<{ made: string }>(text)).rows);
  const [{ made = "" } = {}] = await sql("select pg_get_functiondef('public.new_share_code'::regproc) as made");
  await sql("create sequence public.drawn");
  try {
    await sql(`create or replace function public.new_share_code() returns text language sql security definer as $$
      select case when nextval('public.drawn') % 3 = 0 then lpad(currval('public.drawn')::text, 8, '0') else 'TAKEN000' end $$`);
    await backend.tables.addToWaitlist([{ email: "first@example.com", share_code: "TAKEN000" }]);
    await come("ada@example.com", "192.0.2.1");
    const people = JSON.stringify([{ email: "bo@example.com" }, { email: "cy@example.com" }]);
    await backend.supabase.rpc("import_waitlist", { people }).throwOnError();
    expect(new Set((await backend.tables.waitlist()).map((row) => row.share_code)).size).toBe(4);
  } finally {
    await sql(made);
    await sql("drop sequence public.drawn");
  }
});

it("counts two addresses of one mailbox that are confirmed at once once", async () => {
  const code = await come("ada@example.com", "192.0.2.1");
  const emails = Array.from({ length: 6 }, (_, n) => `friend+${n}@example.com`);
  await backend.tables.addToWaitlist(emails.map((email) => ({ email, referred_by: code })));
  await Promise.all(emails.map(confirm));
  expect(await friendsOf(code)).toBe(1);
});

it("withholds the credit for friends who joined within a day from the network of their referrer or of another friend of theirs", async () => {
  const code = await come("ada@example.com", "192.0.2.1");
  const other = await come("bo@example.com", "192.0.2.9");
  await come("same@example.com", "192.0.2.1", code);
  await come("first@example.com", "192.0.2.2", code);
  await come("second@example.com", "192.0.2.2", code);
  await come("elsewhere@example.com", "192.0.2.2", other);
  const moved = "update consent_events set happened_at = happened_at - interval '25 hours'";
  await withClient(backend.databaseUrl, (client) => client.query(moved));
  await come("late@example.com", "192.0.2.2", code);
  // If the network is unknown, it is not the same network.
  for (const email of ["unknown@example.com", "unknown.too@example.com"]) await come(email, undefined, code);
  expect(await credits()).toEqual({
    same: "same_network",
    first: "counted",
    second: "same_network",
    elsewhere: "counted",
    late: "counted",
    unknown: "counted",
    "unknown.too": "counted",
  });
});

it("takes the name of an application for a person without one, once they confirm", async () => {
  const [ada, bo] = ["ada@example.com", "bo@example.com"];
  await backend.supabase
    .from("waitlist")
    .insert([{ email: ada }, { email: bo, name: "Bo" }])
    .throwOnError();
  const application = { name: "Ada L.", role: "other", reason: "x" } as const;
  await backend.supabase
    .from("beta_applications")
    .insert([
      { ...application, email: ada },
      { ...application, email: bo },
    ])
    .throwOnError();
  const names = async () =>
    (await backend.supabase.from("waitlist").select("name").order("email").throwOnError()).data.map(({ name }) => name);
  expect(await names()).toEqual([null, "Bo"]);
  await confirm(ada);
  await confirm(bo);
  expect(await names()).toEqual(["Ada L.", "Bo"]);
});
