import { beforeEach, describe, expect, it } from "vitest";
import { embeddedPublishableKey as apikey } from "../../server/contract/brand.ts";
import { pruneRecords } from "../../server/lib/prune.ts";
import { usePostedMails } from "./support/postedMails.ts";

const { bench, arrived, drain, json, join, joined, person, suppressed } = usePostedMails();

const prune = (dryRun = false, others: object = {}) =>
  pruneRecords(
    async (request) => {
      const given = JSON.stringify({ ...JSON.parse(request), ...others });
      return (await bench().sql<{ page: unknown }>("select public.prune_page($1) as page", [given]))[0]?.page;
    },
    { unconfirmed: 30, kept: 90 },
    { dryRun },
  );
const age = (days: number) =>
  bench().sql(
    `update public.email_outbox set created_at = created_at - interval '${days} days', sent_at = sent_at - interval '${days} days',
       failed_at = failed_at - interval '${days} days';
     update public.consent_events set happened_at = happened_at - interval '${days} days'`,
  );
const imports = (...people: object[]) => bench().sql("select public.import_waitlist($1)", [JSON.stringify(people)]);

describe("prune erases", () => {
  const emails = async () =>
    (await bench().sql<{ email: string }>("select email from public.waitlist order by 1")).map(({ email }) => email);

  it("people who were asked and did not confirm within thirty days, with all data about them", async () => {
    await joined();
    await joined("bo@example.com").then(({ confirm }) => json("/confirm", { token: confirm }));
    await joined("left@example.com").then(({ unsubscribe }) => json("/unsubscribe", { token: unsubscribe }));
    await joined("told@example.com");
    await bench().sql("update public.waitlist set notified = true where email = 'told@example.com'");
    // A move does not take mails along.
    await joined("moved@example.com");
    await bench().sql("delete from public.email_outbox where email = 'moved@example.com'");
    await imports({ email: "imported@example.com", created_at: "2020-01-01" }, { email: "asked-again@example.com" });
    expect(await join("asked-again@example.com")).toBe(409);
    await drain();
    await bench().sql(
      "insert into public.email_outbox (kind, email) values ('application-received', 'ada@example.com')",
    );
    const links = await bench().sql<{ hash: string }>(
      "select hash from public.email_tokens where person = (select id from public.waitlist where email = 'ada@example.com')",
    );
    expect(links).toHaveLength(3);
    await age(29);
    expect(await prune()).toMatchObject({ unconfirmed: 0 });
    await age(2);
    expect(await prune()).toMatchObject({ unconfirmed: 2, unsubscribed: 0, mails: 0 });
    expect(await emails()).toEqual(
      ["asked-again", "bo", "imported", "left", "told"].map((name) => `${name}@example.com`),
    );
    expect(
      await bench().sql("select from public.email_tokens where hash = any ($1)", [links.map(({ hash }) => hash)]),
    ).toEqual([]);
    // The person's application follows other rules.
    expect(await bench().rows("email = 'ada@example.com'")).toMatchObject([{ kind: "application-received" }]);
  });

  it("people whom a wave asked to confirm, as its mail says, but not those who were imported and never asked", async () => {
    await imports({ email: "asked@example.com", created_at: "2020-01-01" });
    await bench().sql(`select public.announce_page('{"confirm": true, "scan": 10}')`);
    await imports({ email: "imported@example.com", created_at: "2020-01-01" });
    await drain();
    await age(29);
    expect(await prune()).toMatchObject({ unconfirmed: 0 });
    await age(2);
    expect(await prune()).toMatchObject({ unconfirmed: 1 });
    expect(await emails()).toEqual(["imported@example.com"]);
  });

  it("nobody whose mail has not been sent yet, or who joined again recently", async () => {
    await join("unsent@example.com");
    await age(40);
    expect(await prune()).toMatchObject({ unconfirmed: 0 });
    await drain();
    await age(40);
    await join("unsent@example.com");
    expect(await prune()).toMatchObject({ unconfirmed: 0 });
    await bench().sql("update public.waitlist set unsubscribed_at = now()");
    await join("unsent@example.com");
    await bench().sql("delete from public.email_outbox");
    expect(await prune()).toMatchObject({ unconfirmed: 0, unsubscribed: 0 });
  });

  it("mails, people and links page by page, as a dry run says before", async () => {
    await bench().sql(
      `insert into public.email_outbox (kind, email, to_list, sent_at)
         select 'launch-announcement', 'p' || n || '@example.com', true, now() - n * interval '10 days' from generate_series(1, 14) n;
       insert into public.email_outbox (kind, email, to_list) values ('launch-announcement', 'waits@example.com', true);
       insert into public.waitlist (email, confirmed_at)
         select n || '@example.com', case when n > 4 then now() end from generate_series(1, 9) n;
       insert into public.consent_events (person, event, happened_at)
         select id, 'asked', now() - interval '40 days' from public.waitlist;
       insert into public.email_tokens (hash, purpose, person, expires_at)
         select repeat(left(email, 1), 64), 'confirm', id, now() - interval '1 day' from public.waitlist`,
    );
    const said = await prune(true, { scan: 2 });
    expect(said).toEqual({ unconfirmed: 4, accounts: 0, unsubscribed: 0, links: 9, mails: 6 });
    expect(await prune(false, { scan: 2 })).toEqual(said);
    expect(await prune(true)).toMatchObject({ unconfirmed: 0, links: 0, mails: 0 });
    expect([await emails(), await bench().rows()]).toMatchObject([{ length: 5 }, { length: 9 }]);
  });
});

it("a clean-up erases all captchas and limits that have expired, page by page, also where nobody comes any more", async () => {
  await bench().sql(
    `insert into public.spent_captchas (hash, expires_at)
       select lpad(n::text, 64, '0'), now() + case when n > 2300 then interval '1 day' else interval '-1 day' end from generate_series(1, 2301) n;
     insert into public.rate_limits (key, tat) select 'visits:' || hash, expires_at from public.spent_captchas`,
  );
  const left = () =>
    bench().sql(
      `select (select count(*)::int from public.spent_captchas where hash like '00000000%') as captchas,
         (select count(*)::int from public.rate_limits where key like 'visits:00000000%') as limits`,
    );
  await prune(true);
  expect(await left()).toEqual([{ captchas: 2301, limits: 2301 }]);
  await prune(false);
  expect(await left()).toEqual([{ captchas: 1, limits: 1 }]);
});

it("a daily clean-up that is cut off goes on the next day where it ended, and then begins anew", async () => {
  await bench().sql(
    `insert into public.waitlist (email, created_at) select n || '@example.com', now() - interval '40 days' from generate_series(1, 9) n;
     insert into public.consent_events (person, event, happened_at) select id, 'asked', now() - interval '40 days' from public.waitlist`,
  );
  /** Records the pages that a clean-up reads until it is cut off. */
  const pagesRead = async (most = Infinity) => {
    const read: { part: string; after: string | null }[] = [];
    const call = async (request: string) => {
      const given = { ...JSON.parse(request), scan: 2 };
      if (read.length >= most) throw new Error("cut off");
      read.push(given);
      const [row] = await bench().sql<{ page: { next: string } }>("select public.prune_page($1) as page", [given]);
      return row?.page;
    };
    const cut = await pruneRecords(call, { unconfirmed: 30 }, { goesOn: true }).then(
      () => false,
      () => true,
    );
    expect(cut).toBe(most < Infinity);
    return read.map(({ part, after }) => `${part} ${after ?? "from the start"}`);
  };
  const first = await pagesRead(3);
  expect(first).toEqual(["links from the start", "people from the start", expect.stringMatching(/^people [\da-f]/u)]);
  const second = await pagesRead();
  expect(second.slice(0, 2)).toEqual(["links from the start", expect.stringMatching(/^people [\da-f]/u)]);
  expect(first).not.toContain(second[1]);
  expect(await bench().sql("select from public.waitlist")).toEqual([]);
  expect((await pagesRead()).slice(0, 2)).toEqual(["links from the start", "people from the start"]);
});

describe("accounts", () => {
  beforeEach(() => bench().sql("delete from auth.users"));
  const accounts = async () =>
    (await bench().sql<{ email: string | null }>("select email from auth.users order by email")).map(
      ({ email }) => email,
    );

  it("are erased if they were not confirmed within thirty days, with the auth service's records of them", async () => {
    const signUp = async (email: string) => {
      const body = JSON.stringify({ email, password: "a long password of hers" });
      const headers = { apikey, "content-type": "application/json" };
      expect((await bench().service("/auth/v1/signup", { method: "POST", headers, body })).status).toBe(200);
    };
    const pass = (days: number) =>
      bench().sql(
        `update auth.users set ${["created_at", "updated_at", "confirmation_sent_at"].map((name) => `${name} = ${name} - interval '${days} days'`).join(", ")}`,
      );
    await signUp("ada@example.com");
    await signUp("bo@example.com");
    await bench().sql("update auth.users set email_confirmed_at = now() where email = 'bo@example.com'");
    // This sign-in has begun; the auth service keeps it without a reference to the account.
    await bench().sql(
      `insert into auth.flow_state (id, user_id, authentication_method, provider_type)
         select gen_random_uuid(), id, 'magiclink', 'email' from auth.users`,
    );
    await pass(29);
    expect(await prune()).toMatchObject({ accounts: 0 });
    await pass(2);
    expect(await prune(true)).toMatchObject({ accounts: 1 });
    expect(await accounts()).toHaveLength(2);
    expect(await prune()).toMatchObject({ accounts: 1 });
    expect(await accounts()).toEqual(["bo@example.com"]);
    const recorded = await bench().sql<{ payload: string }>(
      "select payload #>> '{}' as payload from auth.audit_log_entries",
    );
    expect(recorded.map(({ payload }) => /\b(?:ada|bo)@/u.exec(payload)?.[0])).toEqual(["bo@"]);
    expect(await bench().sql("select email from auth.flow_state left join auth.users on users.id = user_id")).toEqual([
      { email: "bo@example.com" },
    ]);
  });

  it("are kept if they were used, changed or invited, or are none of an unconfirmed address, page by page", async () => {
    const kept = [
      "recovery_sent_at = now()",
      "confirmation_sent_at = now()",
      "updated_at = now()",
      "invited_at = created_at",
      "last_sign_in_at = created_at",
      "phone = '493012345'",
      "email = null, is_anonymous = true",
      "is_sso_user = true",
      "deleted_at = created_at",
    ];
    await bench().sql(
      `insert into auth.users (id, email, created_at, updated_at)
         select gen_random_uuid(), 'p' || n || '@example.com', now() - interval '40 days', now() - interval '40 days' from generate_series(1, 20) n`,
    );
    await bench().sql("alter table auth.users disable trigger user");
    for (const [n, change] of kept.entries())
      await bench().sql(`update auth.users set ${change} where email = $1`, [`p${n + 1}@example.com`]);
    await bench().sql("alter table auth.users enable trigger user");
    expect(await prune(false, { scan: 5 })).toMatchObject({ accounts: 20 - kept.length });
    expect(await accounts()).toHaveLength(kept.length);
  });
});

describe("somebody who unsubscribed", () => {
  const leave = async (days: number, email = "ada@example.com") => {
    await bench().sql("insert into public.waitlist (email, confirmed_at) values ($1, now())", [email]);
    await bench().sql(`update public.waitlist set unsubscribed_at = now() - interval '${days} days' where email = $1`, [
      email,
    ]);
  };

  it("is kept for ninety days, then as a keyed hash that no import gets past", async () => {
    await leave(89, "of-late@example.com");
    await leave(91);
    expect(await prune(true)).toMatchObject({ unsubscribed: 1 });
    expect(await prune()).toMatchObject({ unsubscribed: 1 });
    expect([await person(), await person("of-late@example.com")]).toMatchObject([undefined, { unsubscribed: true }]);
    await imports({ email: "ada@example.com" });
    expect(await person()).toBeUndefined();
    await bench().sql("select public.suppress_email('ada@example.com', 'erased')");
    expect(await suppressed()).toEqual(["unsubscribed"]);
  });

  it("may join again, and is asked to confirm, while everybody else is kept out as before", async () => {
    await leave(91);
    await leave(91, "bo@example.com");
    await prune();
    await bench().sql("select public.suppress_email('cy@example.com', 'erased')");
    await joined();
    expect(await person()).toEqual({ confirmed: false, unsubscribed: false });
    expect(await bench().sql("select reason, erased from public.email_suppressions order by 1")).toEqual([
      { reason: "erased", erased: true },
      { reason: "unsubscribed", erased: false },
    ]);
    expect(arrived()).toHaveLength(1);
  });

  it("stays off the list if nobody confirms a join in their name", async () => {
    await joined().then(({ unsubscribe }) => json("/unsubscribe", { token: unsubscribe }));
    await bench().sql("delete from public.email_outbox");
    expect(await join("ada@example.com")).toBe(201);
    await drain();
    await age(31);
    expect(await prune()).toMatchObject({ unconfirmed: 1, unsubscribed: 0 });
    await imports({ email: "ada@example.com", confirmed_at: "2026-01-01T00:00:00Z" });
    expect([await person(), await suppressed()]).toEqual([undefined, ["unsubscribed"]]);
  });
});
