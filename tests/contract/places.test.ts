import { beforeAll, beforeEach, expect, it } from "vitest";
import * as v from "valibot";
import { withClient } from "../../server/embedded/database/withClient.ts";
import { startBackend } from "../support/backend.ts";

let backend: Awaited<ReturnType<typeof startBackend>>;
beforeAll(async () => {
  backend = await startBackend();
  return () => backend.stop();
});
beforeEach(async () => {
  await backend.tables.empty();
  await sql("delete from place_marks");
});

const sql = <Row extends object>(text: string) =>
  withClient(backend.databaseUrl, async (client) => (await client.query<Row>(text)).rows);

/** Adds people of whom some share the moment of joining; some unsubscribed, bounced, or did not confirm. */
const addPeople = (count: number) =>
  sql(`insert into waitlist (email, created_at, confirmed_at, unsubscribed_at, friends)
      select 'p' || n || '@example.com', '2026-05-04'::timestamptz + n * 7919 % ${count} / 3 * interval '10 minutes',
        case when n % 7 > 0 then now() end, case when n % 11 = 0 then now() end, case n % 5 when 0 then n % 40 when 1 then 1 else 0 end
      from generate_series(1, ${count}) n;
    update waitlist set unsubscribed_at = now() where email like 'p3%';
    select suppress_email(email, 'bounced') from waitlist where email like 'p30%'`);

/** Everybody who may be mailed, with their place in the order of the view, and the place that each is told. */
const places = (every: number) =>
  sql<{ place: number; told: number }>(`select place, public.place_of(id) as told from (
      select id, (row_number() over (order by friends desc, created_at, id))::integer as place from public.mailable where confirmed_at is not null
    ) m where place % ${every} = 0 order by md5(id::text)`);

it.each([
  [300, 1],
  [8000, 53],
])("the place of each of %i people is that in the order of friends, and then of joining", async (count, every) => {
  await addPeople(count);
  const [all] = await sql<{ n: number }>("select count(*)::integer as n from mailable where confirmed_at is not null");
  const found = await places(every);
  expect(found).toHaveLength(Math.floor((all?.n ?? 0) / every));
  expect(found.filter(({ place, told }) => place !== told)).toEqual([]);
  const [marks] = await sql<{ n: number }>("select count(*)::integer as n from place_marks");
  expect((marks?.n ?? 0) > 0).toBe(count > 5000);
  const others =
    "select public.place_of(id) as place from waitlist where id not in (select id from mailable where confirmed_at is not null)";
  expect(new Set((await sql<{ place: number | null }>(others)).map(({ place }) => place))).toEqual(new Set([null]));
});

it("waves by friends notify in the order of places", async () => {
  await addPeople(300);
  const request = JSON.stringify({ scan: 0, first: 1000, friends: true, dry_run: true });
  const { data } = await backend.supabase.rpc("announce_page", { request }).throwOnError();
  const { ids } = v.parse(v.object({ ids: v.array(v.string()) }), data);
  const told = await sql<{ place: number }>(
    `select public.place_of(id::uuid) as place from unnest('{${ids.join()}}'::text[]) with ordinality as o(id, nth) order by nth`,
  );
  expect(told.map(({ place }) => place)).toEqual(ids.map((_, n) => n + 1));
});

it("marks of a long list hold for a minute, and those of a clock that was ahead not at all", async () => {
  await addPeople(8000);
  const [last] = await places(5000);
  if (!last) throw new Error("Too few people.");
  const told = async () => (await places(5000))[0]?.told;
  await sql("update place_marks set ahead = ahead + 1");
  expect(await told()).toBe(last.told + 1);
  for (const at of ["interval '2 days'", "interval '-2 minutes'"]) {
    await sql(`update place_marks set ahead = ahead + 1, marked_at = now() + ${at}`);
    expect(await told()).toBe(last.told);
  }
});

it("two friends of one person who confirm at the same moment both move them up", async () => {
  await sql(`insert into waitlist (email, confirmed_at, created_at, share_code) values
      ('ada@example.com', now(), now() - interval '3 days', 'ADA00000'), ('bo@example.com', now(), now() - interval '2 days', 'B0000000')`);
  const placeOf = async (email: string) =>
    (await sql<{ place: number }>(`select public.place_of(id) as place from waitlist where email = '${email}'`))[0]
      ?.place;
  expect([await placeOf("ada@example.com"), await placeOf("bo@example.com")]).toEqual([1, 2]);
  const friends = ["cy", "dan", "eve", "fay"].map((name) => `${name}@${name}.example`);
  await backend.tables.addToWaitlist(friends.map((email) => ({ email, referred_by: "B0000000" })));
  for (const email of friends) await backend.tables.addMailLink(`confirm-${email}`, { purpose: "confirm", email });
  const body = (email: string) => ({
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ token: `confirm-${email}` }),
  });
  const answers = await Promise.all(friends.map((email) => backend.request("/confirm", body(email))));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect([await placeOf("ada@example.com"), await placeOf("bo@example.com")]).toEqual([2, 1]);
  expect(await sql("select friends from waitlist where email = 'bo@example.com'")).toEqual([{ friends: 4 }]);
});
