import { createHash, randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { keptDays } from "../../server/contract/limits.ts";
import { questionIds } from "../../server/contract/questions.ts";
import { signUpConfirmed } from "../support/users.ts";
import { useCommands } from "./workplace.ts";

const { run, query, list, backend, supabase } = useCommands();
// Each test uses other addresses, because the auth service mails an address only once a minute.
let [email, other, nth] = ["", "", 0];

describe("show and erase", () => {
  beforeEach(async () => {
    [email, other, nth] = [`ada${nth}@example.com`, `other${nth}@example.com`, nth + 1];
    await query(`insert into waitlist (email, source) values ('${email}', 'friend'), ('${other}', null);
      insert into beta_applications (email, name, role, reason)
        select unnest(array['${email}', '${email}', '${other}']), E'A\u009B31m\u202E', 'other', 'x';
      update beta_applications set status = 'accepted'; truncate email_outbox cascade`);
    for (const address of [email, other]) await signUpConfirmed(backend(), address);
  });
  const rowsOf = async (address: string) => {
    const { rows: tables }: { rows: Record<string, unknown[]> } = JSON.parse((await run(["show", address])).out);
    return Object.entries(tables)
      .flatMap(([name, rows]) => (rows.length > 0 ? `${name} ${rows.length}` : []))
      .sort();
  };

  it("shows all data, no secret of the account and no control character, and erases none of it without a yes", async () => {
    const { code, out, err } = await run(["show", ` Ada <${email.toUpperCase()}>\u200b `]);
    expect(JSON.parse(out)).toMatchObject({
      email,
      status: "unconfirmed",
      rows: {
        waitlist: [{ email, source: "friend" }],
        beta_applications: [{ name: "A\u009B31m\u202E" }, {}],
        beta_application_events: [{ to_status: "accepted" }, { to_status: "accepted" }],
        accounts: [{ email, metadata: expect.stringContaining("Test"), sessions: [{}] }],
      },
    });
    // The card shows that the person chose a password, which is a fact about them, but not the password.
    expect(out).not.toMatch(/(?<!chose_)password|(?<!email_)token/u);
    expect(out).not.toMatch(/[\u0080-\u009F]|\p{Cf}/u);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    // On a terminal the answer is a card, unless JSON is asked for.
    const shown = await run(["show", email], { outIsTerminal: true });
    expect(shown.out).toMatch(
      new RegExp(`^${email}  unconfirmed\nshare code +\\w{8}\n\n[-\\d]{10} [:\\d]{5} UTC  `, "u"),
    );
    expect(shown.out).toMatch(/UTC {2}joined: friend\n/u);
    expect(shown.out).toMatch(/UTC {2}applied: accepted\n/u);
    expect(shown.out.split("\n").filter((line) => line.length > 80)).toEqual([]);
    expect(shown.out).toMatch(/^Held: .*waitlist 1.*\.\nAll of it: npx prelaunch show/mu);
    expect(JSON.parse((await run(["show", email, "--json"], { outIsTerminal: true })).out)).toMatchObject({ email });
    // Nothing is erased without a yes.
    const before = await rowsOf(email);
    for (const [argv, answers, exit, said] of [
      [["erase", email, "--dry-run"], undefined, 0, "Nothing was erased (--dry-run)."],
      [["erase", email], undefined, 2, "There is no terminal to ask on."],
      [["erase", email], [other], 1, "Nothing was erased"],
      [["erase", "nobody@example.com", "--yes"], undefined, 1, "error: Nothing is held about this address"],
      [["show", "nobody@example.com"], undefined, 0, "Nothing is held about this person.\n"],
    ] as const)
      expect(await run([...argv], answers ? { answers: [...answers] } : {})).toMatchObject({
        code: exit,
        err: expect.stringContaining(said),
      });
    expect(await rowsOf(email)).toEqual(before);
  });

  it("erases the person everywhere in the database after a confirmation, and nobody else", async () => {
    // This sign-in has begun; the auth service keeps it without a reference to the account.
    const [begun] = await list(`insert into auth.flow_state (id, user_id, authentication_method, provider_type)
      select gen_random_uuid(), id, 'magiclink', 'email' from auth.users where email = '${email}' returning user_id`);
    const others = await rowsOf(other);
    const { code, err } = await run(["erase", email], { answers: [email] });
    expect(err).toMatch(
      /accounts +1\n +beta_application_events +2\n +beta_applications +2\n +waitlist +1\n[^]*\nErased\. The table erasures/u,
    );
    expect(code).toBe(0);
    const tables = await list(
      "select format('%I.%I', schemaname, tablename) from pg_tables where schemaname in ('public', 'auth')",
    );
    for (const table of tables)
      expect([table, await query(`select from ${table} t where t::text ~ '${email}|${begun}'`)]).toEqual([table, []]);
    // The remaining row names nobody and keeps imports out by a keyed hash, because the plain hash of an
    // address can be guessed.
    const hash = expect.stringMatching(/^[0-9a-f]{64}$/u);
    const removed = { waitlist: 1, beta_applications: 2, beta_application_events: 2, accounts: 1 };
    expect(await query("select hash, removed from erasures")).toEqual([
      { hash, removed: expect.objectContaining(removed) },
    ]);
    const listed = await query("select hash, reason, erased from email_suppressions");
    expect(listed).toEqual([{ hash, reason: "erased", erased: true }]);
    expect(listed).not.toMatchObject([{ hash: createHash("sha256").update(email).digest("hex") }]);
    expect(await rowsOf(other)).toEqual(others);
    expect(others).toEqual(["accounts 1", "beta_application_events 1", "beta_applications 1", "waitlist 1"]);
  });

  it("lets erased people join or apply again by themselves", async () => {
    for (const [route, fields] of [
      ["/waitlist", {}],
      ["/beta", { name: "Ada", role: "other", reason: "x", submissionId: randomUUID() }],
    ] as const) {
      await run(["erase", email, "--yes"]);
      expect(await list("select reason from email_suppressions")).toEqual(["erased"]);
      const answer = await backend().request(route, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ ...fields, email: email.toUpperCase(), captcha: await backend().solveCaptcha() }),
      });
      expect(answer.status).toBe(201);
      expect(await list("select reason from email_suppressions")).toEqual([]);
    }
  });
});

it("prune counts what it would erase, erases it, and nobody else", async () => {
  await query(`insert into waitlist (email, unsubscribed_at) values ('left@x.org', now() - interval '${keptDays + 1} days');
    insert into waitlist (email) values ('two-days-ago@x.org'), ('today@x.org');
    insert into consent_events (person, event, happened_at)
      select id, 'asked', case email when 'today@x.org' then now() else now() - interval '2 days' end
        from waitlist where unsubscribed_at is null`);
  const what = `1 person and 0 accounts not confirmed within 1 day, 1 person who unsubscribed over ${keptDays} days ago, 0 expired links, 0 mails sent or failed over ${keptDays} days ago.\n`;
  const env = { SUPABASE_URL: backend().origin, SUPABASE_SECRET_KEY: backend().secretKey, UNCONFIRMED_DAYS: "1" };
  const left = () => list("select email from waitlist order by email");
  expect(await run(["prune", "--dry-run"], { env })).toMatchObject({ code: 0, err: `Would erase ${what}` });
  expect(await left()).toHaveLength(3);
  expect(await run(["prune"], { env })).toMatchObject({ code: 0, err: `Erased ${what}` });
  expect(await left()).toEqual(["today@x.org"]);
});

it("seed adds made-up people once, to a hosted project only if that is named", async () => {
  const { host } = new URL(backend().origin);
  const seed = (...argv: string[]) => run(["seed", "--waitlist", "30", "--beta", "5", "--seed", "3", ...argv]);
  expect(await seed()).toMatchObject({ code: 2, err: expect.stringContaining(`--confirm ${host}`) });
  expect(await seed("--confirm", "other.example")).toMatchObject({ code: 2 });
  expect((await seed("--dry-run")).err).toMatch(
    /^Would write 30 people and 5 applications, from .* seed 3, to .+\.\n$/u,
  );
  expect((await supabase().from("waitlist").select("email").throwOnError()).data).toEqual([]);
  expect((await seed("--confirm", host)).err).toContain("Added 30 people and 5 applications");
  expect((await seed("--confirm", host)).err).toContain("Added 0 people and 0 applications");
});

it("seed fills every figure of a demo, with times in their order, and mails and tells nobody", async () => {
  const { host } = new URL(backend().origin);
  const clock = () => new Date("2026-05-04T12:00:00Z");
  await run(["seed", "--waitlist", "400", "--beta", "5", "--confirm", host], { clock });
  const stats = JSON.parse((await run(["stats", "--json"], { clock })).out);
  const { waitlist, answered, friends, referrers } = stats;
  const { total, notified, invited, redeemed } = waitlist;
  expect([total > invited, notified, invited > redeemed, redeemed > 0]).toEqual([true, invited, true, true]);
  expect(Object.keys(answered).toSorted()).toEqual(questionIds.toSorted());
  expect([friends.credits.counted > 10, friends.credits.same_network > 0, referrers.length]).toEqual([true, true, 10]);
  expect(await list("select sum(visits)::integer from visits")).toEqual([expect.toSatisfy((sum) => sum > 3 * total)]);
  expect(await list("select unnest(tags) as tag from waitlist group by 1 having count(*) > 5")).toHaveLength(4);
  const untrue = `f.created_at > w.created_at or confirmed_at < w.created_at or invited_at < confirmed_at or redeemed_at < invited_at
    or greatest(confirmed_at, invited_at, redeemed_at, w.unsubscribed_at) > '2026-05-04'`;
  expect(
    await list(
      `select w.email from waitlist w left join (select share_code, created_at from waitlist) f on f.share_code = w.referred_by where ${untrue}`,
    ),
  ).toEqual([]);
  expect(await list("select id from email_outbox union select id from webhook_events")).toEqual([]);
});
