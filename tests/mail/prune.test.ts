import { beforeEach, describe, expect, it } from "vitest";
import { embeddedPublishableKey as apikey } from "../../server/contract/brand.ts";
import { pruneRecords } from "../../server/lib/prune.ts";
import { usePostedMails } from "./support/postedMails.ts";

const { bench, arrived, drain, consents, json, join, joined, person, suppressed } = usePostedMails();

const prune = (dryRun = false, others: object = {}) =>
  pruneRecords(
    async (request) => {
      const given = JSON.stringify({ ...JSON.parse(request), ...others });
      return (await bench().sql<{ page: unknown }>("select public.prune_page($1) as page", [given]))[0]?.page;
    },
    { unconfirmed: 30, ended: 90 },
    { dryRun },
  );

describe("prune erases", () => {
  const age = (days: number) =>
    bench().sql(
      `update public.email_outbox set created_at = created_at - interval '${days} days', sent_at = sent_at - interval '${days} days';
       update public.consent_events set happened_at = happened_at - interval '${days} days'`,
    );

  it("people who were asked and did not confirm within thirty days, with all data about them", async () => {
    await joined();
    await joined("bo@example.com").then(({ confirm }) => json("/confirm", { token: confirm }));
    await bench().sql(
      "insert into public.email_outbox (kind, email) values ('application-received', 'ada@example.com')",
    );
    await bench().sql("select public.import_waitlist($1)", [
      JSON.stringify([{ email: "imported@example.com", created_at: "2020-01-01" }]),
    ]);
    await age(29);
    expect(await prune()).toMatchObject({ unconfirmed: 0 });
    await age(2);
    expect(await prune()).toMatchObject({ unconfirmed: 1 });
    expect(
      (await bench().sql<{ email: string }>("select email from public.waitlist order by 1")).map(({ email }) => email),
    ).toEqual(["bo@example.com", "imported@example.com"]);
    expect(await bench().sql("select from public.email_tokens where email = 'ada@example.com'")).toEqual([]);
    // Their application is another matter.
    expect(await bench().rows("email = 'ada@example.com'")).toMatchObject([{ kind: "application-received" }]);
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
    expect(await prune()).toMatchObject({ unconfirmed: 0, left: 0 });
  });

  it("nobody who was notified, but the mail that asked them", async () => {
    await joined();
    await bench().sql("update public.waitlist set notified = true");
    await age(91);
    expect(await prune()).toMatchObject({ unconfirmed: 0, mails: 1 });
  });

  it.each(["confirm", "unsubscribe"] as const)(
    "nobody who followed the link to %s, but the mail of it",
    async (link) => {
      const { [link]: token } = await joined();
      await json(`/${link}`, { token });
      await age(91);
      expect(await prune()).toMatchObject({ unconfirmed: 0, left: 0, mails: 1 });
    },
  );

  it("people whose mail could not be sent, after ninety days without another attempt", async () => {
    await join("unsent@example.com");
    const ended = (days: number) =>
      bench().sql(
        `update public.email_outbox set dead_at = now() - interval '${days} days', last_error = 'too_many_attempts';
         update public.consent_events set happened_at = now() - interval '${days} days'`,
      );
    await ended(89);
    expect(await prune()).toMatchObject({ unconfirmed: 0, mails: 0 });
    await ended(91);
    expect(await prune()).toMatchObject({ unconfirmed: 1 });
    expect(await bench().rows()).toEqual([]);
  });

  it("people who joined and got no mail, as their mailbox had got enough", async () => {
    for (let n = 1; n <= 7; n++) expect(await join(`ada+${n}@example.com`)).toBe(201);
    await drain();
    expect(arrived()).toHaveLength(6);
    await age(29);
    expect(await prune()).toMatchObject({ unconfirmed: 0 });
    await age(2);
    expect(await prune()).toMatchObject({ unconfirmed: 7 });
  });

  it("people who joined before a move, which takes no mails along", async () => {
    await joined();
    await bench().sql("delete from public.email_outbox");
    await age(31);
    expect(await prune()).toMatchObject({ unconfirmed: 1 });
  });

  it("the mail that an imported person asked for and did not follow", async () => {
    await bench().sql("select public.import_waitlist($1)", [JSON.stringify([{ email: "ada@example.com" }])]);
    expect(await join("ada@example.com")).toBe(409);
    await drain();
    // It promises nothing that is not kept.
    const said = arrived().map(({ mail }) => mail.text?.replaceAll(/\s+/gu, " "));
    expect(said).toEqual([
      expect.stringContaining("we erase the address after 30 days, unless it also reached us another way."),
    ]);
    await age(91);
    expect(await prune()).toMatchObject({ unconfirmed: 0, mails: 1 });
    expect(await person()).toEqual({ confirmed: false, unsubscribed: false });
  });

  it("mails that ended ninety days ago, page by page, and nothing in a dry run", async () => {
    await bench().sql(
      "insert into public.email_outbox (kind, email, sent_at) select 'update', 'p' || n || '@example.com', now() - n * interval '1 day' from generate_series(1, 10100) n",
    );
    await bench().sql("insert into public.email_outbox (kind, email) values ('update', 'waits@example.com')");
    expect(await prune(true)).toEqual({ unconfirmed: 0, accounts: 0, left: 0, links: 0, trapped: 0, mails: 10_011 });
    expect(await prune()).toMatchObject({ mails: 10_011 });
    expect(await prune(true)).toMatchObject({ mails: 0 });
    expect(await bench().rows()).toHaveLength(90);
  });

  it("people and links page by page, too", async () => {
    await bench().sql(
      `insert into public.waitlist (email, confirmed_at)
         select n || '@example.com', case when n > 4 then now() end from generate_series(1, 9) n;
       insert into public.consent_events (email, event, happened_at)
         select email, 'asked', now() - interval '40 days' from public.waitlist;
       insert into public.email_tokens (hash, purpose, email, expires_at)
         select repeat(left(email, 1), 64), 'confirm', email, now() - interval '1 day' from public.waitlist`,
    );
    expect(await prune(false, { scan: 2 })).toMatchObject({ unconfirmed: 4, links: 9 });
  });
});

describe("accounts", () => {
  beforeEach(() => bench().sql("delete from auth.users"));
  const signUp = async (email: string) => {
    await bench().sql("delete from public.rate_limits");
    const body = JSON.stringify({ email, password: "a long password of hers" });
    const headers = { apikey, "content-type": "application/json" };
    expect((await bench().service("/auth/v1/signup", { method: "POST", headers, body })).status).toBe(200);
  };
  const age = (days: number, columns = ["created_at", "updated_at", "confirmation_sent_at", "recovery_sent_at"]) =>
    bench().sql(
      `update auth.users set ${columns.map((name) => `${name} = ${name} - interval '${days} days'`).join(", ")}`,
    );
  const accounts = async () =>
    (await bench().sql<{ email: string }>("select email from auth.users order by email")).map(({ email }) => email);

  it("are erased if they were not confirmed within thirty days, with the auth service's records of them", async () => {
    await signUp("ada@example.com");
    await signUp("bo@example.com");
    await bench().sql("update auth.users set email_confirmed_at = now() where email = 'bo@example.com'");
    // A sign-in that has begun, which the auth service keeps without a reference to the account.
    await bench().sql(
      `insert into auth.flow_state (id, user_id, authentication_method, provider_type)
         select gen_random_uuid(), id, 'magiclink', 'email' from auth.users`,
    );
    await age(29);
    expect(await prune()).toMatchObject({ accounts: 0 });
    await age(2);
    expect(await prune(true)).toMatchObject({ accounts: 1 });
    expect(await accounts()).toEqual(["ada@example.com", "bo@example.com"]);
    expect(await prune()).toMatchObject({ accounts: 1 });
    expect(await accounts()).toEqual(["bo@example.com"]);
    const recorded = await bench().sql<{ payload: string }>(
      "select payload #>> '{}' as payload from auth.audit_log_entries",
    );
    expect(recorded.filter(({ payload }) => payload.includes("ada@"))).toEqual([]);
    expect(recorded.filter(({ payload }) => payload.includes("bo@"))).toHaveLength(1);
    expect(await bench().sql("select email from auth.flow_state left join auth.users on users.id = user_id")).toEqual([
      { email: "bo@example.com" },
    ]);
    // The person may join again.
    await signUp("ada@example.com");
    expect(await accounts()).toEqual(["ada@example.com", "bo@example.com"]);
  });

  it.each([
    ["was mailed a link since", "recovery_sent_at = now()"],
    ["was asked to confirm since", "confirmation_sent_at = now()"],
    ["was changed since", "updated_at = now()"],
    ["was invited by the operator", "invited_at = created_at"],
    ["has been signed in to", "last_sign_in_at = created_at"],
    ["has a phone number", "phone = '493012345'"],
    ["has no address", "email = null"],
    ["was confirmed by phone", "phone = '493012345', phone_confirmed_at = created_at"],
    ["is anonymous", "email = null, is_anonymous = true"],
    ["uses single sign-on", "is_sso_user = true"],
    ["was soft-deleted", "deleted_at = created_at"],
  ])("are kept when an account %s", async (_what, since) => {
    await signUp("ada@example.com");
    await age(40);
    await bench().sql("alter table auth.users disable trigger user");
    await bench().sql(`update auth.users set ${since}`);
    await bench().sql("alter table auth.users enable trigger user");
    expect(await prune()).toMatchObject({ accounts: 0 });
    expect(await accounts()).toHaveLength(1);
  });

  it("are erased page by page", async () => {
    await bench().sql(
      `insert into auth.users (id, email, created_at, updated_at)
         select gen_random_uuid(), 'p' || n || '@example.com', now() - n * interval '1 minute', now() - n * interval '1 minute'
           from generate_series(43190, 43210) n`,
    );
    const calls: unknown[] = [];
    for (let after: unknown = null; after !== undefined;) {
      const request = JSON.stringify({ part: "accounts", scan: 5, after, unconfirmed_days: 30, ended_days: 90 });
      const [{ page } = {}] = await bench().sql<{ page: { next: unknown; gone: unknown } }>(
        "select public.prune_page($1) as page",
        [request],
      );
      calls.push(page?.gone);
      after = page?.next ?? undefined;
    }
    expect(calls).toHaveLength(5);
    expect(await accounts()).toHaveLength(10);
  });
});

describe("somebody who unsubscribed", () => {
  const leave = async (days: number, email = "ada@example.com") => {
    await bench().sql("insert into public.waitlist (email, confirmed_at) values ($1, now())", [email]);
    await bench().sql(`update public.waitlist set unsubscribed_at = now() - interval '${days} days' where email = $1`, [
      email,
    ]);
  };
  const again = (people: object[]) => bench().sql("select public.import_waitlist($1)", [JSON.stringify(people)]);

  it("is kept for ninety days, then as a keyed hash that no import gets past", async () => {
    await leave(89, "of-late@example.com");
    await leave(91);
    expect(await prune(true)).toMatchObject({ left: 1 });
    expect(await prune()).toMatchObject({ left: 1 });
    expect(await person()).toBeUndefined();
    expect(await person("of-late@example.com")).toMatchObject({ unsubscribed: true });
    expect(await suppressed()).toEqual(["unsubscribed"]);
    await again([{ email: "ada@example.com" }]);
    expect(await person()).toBeUndefined();
    await bench().sql("select public.suppress_email('ada@example.com', 'erased')");
    expect(await suppressed()).toEqual(["unsubscribed"]);
  });

  it("is erased with expired links, as a dry run says before", async () => {
    const { confirm, unsubscribe } = await joined();
    for (const [path, token] of Object.entries({ "/confirm": confirm, "/unsubscribe": unsubscribe }))
      expect((await json(path, { token })).status).toBe(204);
    await bench().sql("update public.waitlist set unsubscribed_at = now() - interval '91 days'");
    await bench().sql("update public.email_tokens set expires_at = now() - interval '1 day' where purpose = 'confirm'");
    const said = await prune(true);
    expect(said).toMatchObject({ left: 1, links: 1 });
    expect(await prune()).toEqual(said);
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

  it.each(["a link", "an import"])("by %s stays off the list if nobody confirms a join in their name", async (by) => {
    const gone = { email: "ada@example.com", unsubscribed_at: "2026-01-01T00:00:00Z" };
    if (by === "a link") await joined().then(({ unsubscribe }) => json("/unsubscribe", { token: unsubscribe }));
    else await again([gone]);
    await bench().sql("delete from public.email_outbox");
    expect(await join("ada@example.com")).toBe(201);
    await drain();
    await bench().sql(
      "update public.email_outbox set sent_at = sent_at - interval '31 days'; update public.consent_events set happened_at = happened_at - interval '31 days'",
    );
    expect(await prune()).toMatchObject({ unconfirmed: 1, left: 0 });
    await again([{ email: "ada@example.com", confirmed_at: "2026-01-01T00:00:00Z" }]);
    expect(await person()).toBeUndefined();
    expect(await suppressed()).toEqual(["unsubscribed"]);
  });

  it("gets answers to an application, and stays off the list", async () => {
    await leave(91);
    await prune();
    await bench().sql(
      "insert into public.beta_applications (name, email, role, reason) values ('A', 'ada@example.com', 'other', 'x')",
    );
    expect(
      await bench().sql(
        "select public.review_application(id, gen_random_uuid(), 'bo', 'declined') ->> 'unreachable' as unreachable from public.beta_applications",
      ),
    ).toEqual([{ unreachable: null }]);
    await drain();
    expect(arrived().map(({ to }) => to)).toEqual([["ada@example.com"]]);
    expect(await suppressed()).toEqual(["unsubscribed"]);
    await again([{ email: "ada@example.com" }]);
    expect(await person()).toBeUndefined();
  });

  it("is somebody whose address a server refused at once, too, and is never mailed", async () => {
    await join("ada@example.com");
    const [{ id = "", attempt = 0, doubtful = false } = {}] = (
      await bench().outbox.claim({ batch: 1, leaseSeconds: 60 })
    ).emails;
    await bench().outbox.settle([{ id, attempt, doubtful, outcome: "undeliverable", code: "smtp_550_5.1.1" }]);
    expect(await person()).toMatchObject({ unsubscribed: true });
    expect((await consents()).map(({ event }) => event)).toEqual(["asked"]);
    await bench().sql("update public.waitlist set unsubscribed_at = now() - interval '91 days'");
    expect(await prune()).toMatchObject({ left: 1 });
    expect(await suppressed()).toEqual(["bounced"]);
  });
});
