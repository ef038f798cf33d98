import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { type Movement, movementIn, movementKeys, type Standing } from "../../server/contract/figures.ts";
import { createOperatorMails } from "../../server/mail/outbox/operatorMails.ts";
import { createSupabaseCalls } from "../../server/store/supabase.ts";
import { useDesk } from "./desk.ts";
import { hosted } from "./terminal.ts";
import { useCommands } from "./workplace.ts";

const { run, query, list, write, backend, supabase } = useCommands();

const bucket = `waitlist:${"a".repeat(64)}`;
/** Joins by the form, or by a friend's link. */
const join = (name: string, via = "null") =>
  query(
    `select join_waitlist('{"email": "${name}@x.org", "source": "news"}', '${bucket}', 1000, 0.001, via => ${via})`,
  );
const follow = (name: string, purpose: "confirm" | "unsubscribe") => {
  const hash = createHash("sha256").update(`${name} ${purpose}`).digest("hex");
  return query(`select register_email_tokens('[{"hash": "${hash}", "purpose": "${purpose}", "email": "${name}@x.org"}]');
    select ${purpose}_email('${hash}')`);
};

/** Makes a small launch: joins, confirmations, imports with opt-outs, an invitation, and all ways to leave the list. */
async function launch() {
  await join("ada");
  const [code] = await list("select share_code from waitlist");
  await join("bea", `'${String(code)}'`);
  for (const name of ["cab", "dab", "eve"]) await join(name);
  for (const name of ["ada", "bea", "cab", "dab"]) await follow(name, "confirm");
  await write(
    "list.csv",
    "email,created_at,confirmed_at,unsubscribed\nfay@x.org,2026-05-01,2026-05-01,\ngus@x.org,,,\nhal@x.org,,,yes\nida@x.org,,,yes\neve@x.org,,,yes\n",
  );
  expect((await run(["import", "waitlist", "list.csv", "--confirmed-by", "Kit"])).code).toBe(0);
  // An imported person who asks here joins, and confirms here.
  await join("hal");
  await follow("gus", "confirm");
  expect((await run(["notify", "launch", "--yes"])).code).toBe(0);
  await query(`update email_outbox set sent_at = now() where kind = 'launch-announcement';
    select record_email_event('bounced', '["bea@x.org"]'); select record_email_event('complained', '["cab@x.org"]');
    update waitlist set redeemed_at = now() where email = 'ada@x.org'`);
  await follow("dab", "unsubscribe");
  await query("insert into visits (quarter, source, visits) values (now(), 'news', 9)");
}

/** A digest's rows by their labels, as [24 hours, 7 days]. */
function rowsOf(digest: string): Record<string, [number, number]> {
  const rows = digest.matchAll(/^(\S.*?) {2,}(\d+) +(\d+)$/gmu);
  return Object.fromEntries(Array.from(rows, ([, label = "", day, week]) => [label, [Number(day), Number(week)]]));
}

it("a figure is the same in stats, on the desk and in the digest, and an import changes none", async () => {
  await launch();
  const stats = JSON.parse((await run(["stats", "--json"])).out);
  const desk = await useDesk({ env: hosted(backend()) });
  const overview = await desk.get("overview");
  await createOperatorMails({
    email: "operator@x.org",
    call: createSupabaseCalls(supabase()),
    clock: () => new Date(2026, 10, 28, 8),
  })();
  const [digest] = await list("select parameters ->> 'bodyText' from email_outbox where kind = 'operator-digest'");
  const rows = rowsOf(String(digest));

  const standing: Standing = {
    total: 9,
    notified: 6,
    confirmed: 6,
    mailable: 3,
    invited: 6,
    redeemed: 1,
    unsubscribed: 3,
    bounced: 1,
    complained: 1,
  };
  expect(stats.waitlist).toEqual(standing);
  expect(overview.list).toEqual(standing);
  expect(String(digest)).toMatch(
    /^May be mailed: 3 of 9 people\. Invited 6, of whom 1 came \(16\.67 %\) and 5 did\s+not\.$/mu,
  );
  expect((await run(["stats"])).out).toMatch(/^May be mailed +3 of 9 people; 6 ever confirmed$/mu);
  expect((await run(["stats", "--full"])).out).toMatch(/^may be mailed +3 +33\.3 %$/mu);

  const moved: Movement = {
    visits: 9,
    joined: 6,
    referred: 1,
    confirmed: 5,
    unsubscribed: 1,
    applied: 0,
    invited: 6,
    redeemed: 1,
    bounced: 1,
    complained: 1,
    failed: 0,
  };
  const labels: Record<Exclude<keyof Movement, "visits">, string> = {
    joined: "Joined",
    referred: "by a friend’s link",
    confirmed: "Confirmed",
    unsubscribed: "Unsubscribed",
    applied: "Applied",
    invited: "Invited",
    redeemed: "Came",
    bounced: "Mails bounced",
    complained: "Complaints",
    failed: "Mails failed",
  };
  for (const key of movementKeys) {
    const digested = key === "visits" ? [moved.visits, moved.visits] : rows[labels[key]];
    expect([key, movementIn(stats.movement, "week")[key], overview.moved.week[key], digested]).toEqual([
      key,
      moved[key],
      moved[key],
      [moved[key], moved[key]],
    ]);
  }
  expect(overview.moved.before).toMatchObject({ joined: 0, unsubscribed: 0 });
  // The bars of the chart count the same people.
  for (const { signups } of [stats, overview])
    expect(signups.reduce((sum: number, { count }: { count: number }) => sum + count, 0)).toBe(moved.joined);
  expect(overview.sources).toMatchObject([
    { source: "news", joined: 5 },
    { source: null, joined: 1, confirmed: 1 },
  ]);
  // This is the launch's wave of six. People whose mail bounced, or who complained, do not count as
  // unsubscribed by it.
  const wave = {
    kind: "launch-announcement",
    queued: 0,
    sent: 6,
    bounced: 1,
    complained: 1,
    unsubscribed: 1,
    redeemed: 1,
  };
  for (const { waves } of [stats, await desk.get("mails")]) expect(waves).toMatchObject([wave]);
  expect(String(digest).replaceAll("\n", " ")).toMatch(
    /Wave of \S+ \S+ UTC, launch: 6 sent, 1 bounced, 1 complained, 1 unsubscribed, 1 came\./u,
  );
  // `export` and a wave agree about who may be mailed.
  expect(
    (await run(["export", "waitlist", "--mailable", "--confirmed", "--out", "-"])).out.trim().split("\n"),
  ).toHaveLength(4);
});
