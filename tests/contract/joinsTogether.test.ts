import { Client } from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { joinWaitlist } from "../../server/forms/waitlist.ts";
import { createPostgresStore } from "../../server/store/postgres.ts";
import type { Admission, Store } from "../../server/store/store.ts";
import { startBackend } from "../support/backend.ts";

let n = 0;
const fresh = () => (++n).toString(16).padStart(64, "0");
const bucketOf = (hash = fresh()) => ({ key: `waitlist:${hash}`, burst: 5, secondsPerRequest: 60 });
const solutionOf = (hash = fresh()) => ({ hash, expiresAt: new Date(Date.now() + 60_000) });
const numbers = (length: number) => Array.from({ length }, (_, i) => i);

/** Joins that reach the embedded stack's store at once, which makes them in few calls (docs/decisions/0181). */
describe("joins that come at once", () => {
  let backend: Awaited<ReturnType<typeof startBackend>>;
  const client = async () => {
    const connected = new Client({ connectionString: backend.databaseUrl });
    await connected.connect();
    return connected;
  };
  let db: Client;
  beforeAll(async () => {
    backend = await startBackend();
    db = await client();
  });
  afterAll(async () => {
    await db.end();
    await backend.stop();
  });
  beforeEach(() =>
    db.query("truncate waitlist, email_outbox, rate_limits, spent_captchas, email_suppressions cascade"),
  );

  const count = async (what: string) => Number((await db.query(`select count(*) from ${what}`)).rows[0]?.count);
  const join = (email: string, admission: Partial<Admission> = {}, store: Store = backend.store) =>
    store.submit(joinWaitlist, { email }, { bucket: bucketOf(), solution: solutionOf(), trapped: false, ...admission });
  /** How often each outcome came. */
  const tally = async (answers: Promise<{ outcome: string }>[]) => {
    const counts: Record<string, number> = {};
    for (const { outcome } of await Promise.all(answers)) counts[outcome] = (counts[outcome] ?? 0) + 1;
    return counts;
  };

  it("are made together, each with all that belongs to it", async () => {
    expect(await tally(numbers(60).map((i) => join(`p${i}@example.com`)))).toEqual({ joined: 60 });
    for (const table of [
      "waitlist",
      "consent_events where event = 'asked'",
      "email_outbox",
      "rate_limits",
      "spent_captchas",
    ])
      expect([table, await count(table)]).toEqual([table, 60]);
    expect(await count("(select distinct created_at from waitlist) calls")).toBeLessThan(10);
  });

  it("of one address are answered as one after the other", async () => {
    const answers = numbers(10).map(() => join("ada@example.com"));
    expect(await tally(answers)).toEqual({ joined: 1, already_subscribed: 9 });
    expect([await count("waitlist"), await count("email_outbox")]).toEqual([1, 1]);
  });

  it("with one solution join once", async () => {
    const solution = solutionOf();
    const answers = numbers(10).map((i) => join(`p${i}@example.com`, { solution }));
    expect(await tally(answers)).toEqual({ joined: 1, captcha_spent: 9 });
    expect(await count("rate_limits")).toBe(1);
  });

  it("from one client take from one bucket", async () => {
    const bucket = bucketOf();
    const answers = numbers(12).map((i) => join(`p${i}@example.com`, { bucket }));
    expect(await tally(answers)).toEqual({ joined: 5, rate_limited: 7 });
    expect(await answers.at(-1)).toEqual({
      outcome: "rate_limited",
      wait: expect.toSatisfy((wait) => wait > 0 && wait <= 60),
    });
  });

  it("of one mailbox are mailed within its bounds", async () => {
    const answers = numbers(10).map((i) => join(`ada+${i}@example.com`));
    expect(await tally(answers)).toEqual({ joined: 10 });
    expect([await count("waitlist"), await count("email_outbox")]).toEqual([10, 6]);
  });

  it("do not fail for one that the database refuses, which spends nothing", async () => {
    const answers = await Promise.allSettled(
      numbers(30).map((i) => join(i === 7 ? "Not normal" : `p${i}@example.com`)),
    );
    expect(answers.filter(({ status }) => status === "rejected")).toHaveLength(1);
    expect(answers[7]).toMatchObject({ reason: { code: "store_unavailable" } });
    expect([await count("waitlist"), await count("spent_captchas"), await count("rate_limits")]).toEqual([29, 29, 29]);
  });

  it("do not wait for one whose row is locked", async () => {
    const holder = await client();
    onTestFinished(() => holder.end());
    await holder.query("begin; insert into waitlist (email) values ('p7@example.com')");
    const answers = numbers(30).map((i) => join(`p${i}@example.com`));
    expect(await tally(answers.toSpliced(7, 1))).toEqual({ joined: 29 });
    expect(await tally([join("later@example.com")])).toEqual({ joined: 1 });
    await holder.query("commit");
    expect(await answers[7]).toEqual({ outcome: "already_subscribed" });
  });

  it("by several backends want the same rows without waiting for each other for ever", async () => {
    const stores = numbers(3).map(() => createPostgresStore(backend.databaseUrl));
    onTestFinished(() => Promise.all(stores.map((store) => store.close())).then(() => undefined));
    const clients = numbers(40).map(() => bucketOf());
    const answers = stores.flatMap((store, s) =>
      numbers(200).map((i) =>
        join(
          `p${(i * (7 + 6 * s)) % 50}@example.com`,
          { bucket: clients[(i * (3 + 8 * s)) % 40] ?? bucketOf() },
          store,
        ),
      ),
    );
    const { joined, already_subscribed, rate_limited } = await tally(answers);
    // Forty buckets of five.
    expect([(joined ?? 0) + (already_subscribed ?? 0), rate_limited]).toEqual([200, 400]);
    expect(joined).toBe(await count("waitlist"));
    expect(await count("email_outbox")).toBe(joined);
  });

  const asked = (more: object) => ({
    email: `${fresh()}@example.com`,
    bucket: `waitlist:${fresh()}`,
    trapped: false,
    ...more,
  });
  const limit = { burst: 1, seconds: 60 };

  it("are answered in one call as they are alone", async () => {
    const [spent, limited] = [fresh(), `waitlist:${fresh()}`];
    const expires = { solution_expires_at: "2100-01-01T00:00:00Z" };
    await db.query("insert into spent_captchas values ($1, '2100-01-01')", [spent]);
    await db.query("insert into rate_limits values ($1, now() + interval '5 minutes')", [limited]);
    await db.query(`insert into waitlist (email, confirmed_at, unsubscribed_at) values
      ('listed@example.com', null, null), ('confirmed@example.com', now(), null), ('gone@example.com', now(), now())`);
    await db.query(
      "select suppress_email('erased@example.com', 'erased'), suppress_email('bounced@example.com', 'bounced')",
    );
    const joins = [
      asked({ source: "page" }),
      asked({ email: "listed@example.com" }),
      asked({ email: "confirmed@example.com" }),
      asked({ email: "gone@example.com", source: "page" }),
      asked({ email: "erased@example.com" }),
      asked({ email: "bounced@example.com" }),
      asked({ trapped: true }),
      asked({ solution_hash: spent, ...expires }),
      asked({ solution_hash: spent.replace("0", "f"), ...expires }),
      asked({ bucket: limited }),
      asked({ bucket: limited.replace("0", "f"), trapped: true }),
    ];
    /** What is answered and stored when these are the calls, which are then undone. */
    const outcomeOf = async (calls: (typeof joins)[]) => {
      await db.query("begin");
      const answers: unknown[] = [];
      for (const call of calls) {
        const { rows } = await db.query("select join_waitlist_batch($1, $2, $3, 'v1') as answers", [
          JSON.stringify(call),
          limit.burst,
          limit.seconds,
        ]);
        answers.push(...rows[0].answers);
      }
      const { rows: stored } = await db.query(`
        select 'waitlist' as kind, to_jsonb(w) - 'id' as row from waitlist w
        union all select 'consent', to_jsonb(c) - 'id' from consent_events c
        union all select 'mail', to_jsonb(m) - 'id' from email_outbox m
        union all select 'bucket', to_jsonb(r) from rate_limits r
        union all select 'solution', to_jsonb(s) from spent_captchas s
        union all select 'trapped', to_jsonb(t) from trapped_submissions t
        union all select 'suppressed', to_jsonb(e) - 'created_at' from email_suppressions e
        order by 1, 2`);
      await db.query("rollback");
      const text = JSON.stringify({ answers, stored });
      // The times of two transactions differ.
      return JSON.parse(text.replaceAll(/"20(?!00|1)\d\d-[^"]*"/gu, '"then"'));
    };
    const together = await outcomeOf([joins]);
    expect(together).toEqual(await outcomeOf(joins.map((one) => [one])));
    expect(together.answers.map(({ outcome }: { outcome: string }) => outcome)).toEqual([
      "joined",
      "already_subscribed",
      "already_subscribed",
      "joined",
      "joined",
      "joined",
      "joined",
      "captcha_spent",
      "joined",
      "rate_limited",
      "joined",
    ]);
    expect(together.stored.filter(({ kind }: { kind: string }) => kind === "mail")).toHaveLength(6);
  });

  it.each([
    ["address", { email: "ada@example.com" }],
    ["bucket", { bucket: `waitlist:${"b".repeat(64)}` }],
    ["solution", { solution_hash: "c".repeat(64), solution_expires_at: "2100-01-01T00:00:00Z" }],
  ])("are refused in one call when two have the same %s", async (_, same) => {
    const joins = JSON.stringify([asked(same), asked(same)]);
    await expect(db.query("select join_waitlist_batch($1, 20, 30)", [joins])).rejects.toMatchObject({ code: "21000" });
  });
});
