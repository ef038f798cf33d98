import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startBackend } from "../support/backend.ts";

let n = 0;
const fresh = () => (++n).toString(16).padStart(64, "0");

/** The function that makes several joins in one call (docs/decisions/0181). */
describe("joins in one call", () => {
  let backend: Awaited<ReturnType<typeof startBackend>>;
  let db: Client;
  beforeAll(async () => {
    backend = await startBackend();
    db = new Client({ connectionString: backend.databaseUrl });
    await db.connect();
  });
  afterAll(async () => {
    await db.end();
    await backend.stop();
  });

  const asked = (more: object) => ({
    email: `${fresh()}@example.com`,
    bucket: `waitlist:${fresh()}`,
    trapped: false,
    ...more,
  });
  const limit = { burst: 1, seconds: 60 };

  it("get the same answers as in calls of their own", async () => {
    const [spent, limited] = [fresh(), `waitlist:${fresh()}`];
    const expires = { solution_expires_at: "2100-01-01T00:00:00Z" };
    await db.query("insert into spent_captchas values ($1, '2100-01-01')", [spent]);
    await db.query("insert into rate_limits values ($1, now() + interval '1 minute')", [limited]);
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
      asked({ bucket: limited, trapped: true }),
      asked({ bucket: limited.replace("0", "f"), trapped: true }),
    ];
    /** The answers and the rows stored when these calls are made, which are then rolled back. */
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
      // Timestamps differ between two transactions.
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
    // Whoever is refused is not counted, so that a machine that goes on trying makes nobody wait for the one row.
    expect(together.stored).toContainEqual({ kind: "trapped", row: expect.objectContaining({ count: 2 }) });
  });

  it("take their rows in the order of their keys, so that two calls never wait for each other", async () => {
    const joins = ["z", "a"].map((name, nth) =>
      asked({
        email: `${name}@example.com`,
        bucket: `waitlist:${String(2 - nth).repeat(64)}`,
        solution_hash: String(2 - nth).repeat(64),
        solution_expires_at: "2100-01-01T00:00:00Z",
      }),
    );
    await db.query("begin");
    await db.query("select join_waitlist_batch($1, 20, 30)", [JSON.stringify(joins)]);
    const { rows } = await db.query(`
      select (select array_agg(email order by ctid) from waitlist where email ~ '^[az]@') as people,
        (select array_agg(left(key, 10) order by ctid) from rate_limits where key ~ '[12]{64}') as buckets,
        (select array_agg(left(hash, 1) order by ctid) from spent_captchas where hash ~ '[12]{64}') as solutions`);
    await db.query("rollback");
    expect(rows).toEqual([
      { people: ["a@example.com", "z@example.com"], buckets: ["waitlist:1", "waitlist:2"], solutions: ["1", "2"] },
    ]);
  });

  it("take every argument of a single join, which would otherwise be lost where joins arrive together", async () => {
    const { rows } = await db.query(`
      with batch as (
        select proargnames, substring(prosrc from 'recordset\\([^)]*\\) as \\(([^)]*)\\)') as of_each
          from pg_proc where proname = 'join_waitlist_batch'
      )
      select argument, argument = any (batch.proargnames) or coalesce(of_each ~ ('\\m' || argument || ' '), false) as taken
        from pg_proc p cross join batch cross join unnest(p.proargnames) as argument where p.proname = 'join_waitlist'`);
    expect(rows.length).toBeGreaterThan(5);
    expect(rows.filter(({ taken }) => !taken)).toEqual([]);
  });

  it.each([
    ["address", { email: "ada@example.com" }],
    ["bucket", { bucket: `waitlist:${"b".repeat(64)}` }],
    ["solution", { solution_hash: "c".repeat(64), solution_expires_at: "2100-01-01T00:00:00Z" }],
  ])("are refused when two have the same %s", async (_, same) => {
    const joins = JSON.stringify([asked(same), asked(same)]);
    await expect(db.query("select join_waitlist_batch($1, 20, 30)", [joins])).rejects.toMatchObject({ code: "21000" });
  });
});
