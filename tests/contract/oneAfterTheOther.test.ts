import { Client } from "pg";
import { beforeAll, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { createPostgresCalls } from "../../server/store/postgres.ts";
import { startBackend } from "../support/backend.ts";
import { eventually } from "../support/eventually.ts";

const ada = "ada@example.com";
const hash = (digit: string) => digit.repeat(64);
const bucket = "'waitlist:' || repeat('c', 64), 1000, 1, false";
const joins = (email: string) => `select public.join_waitlist('${email}', ${bucket})`;
const applies = `select public.apply_for_beta(gen_random_uuid(), 'Ada', '${ada}', 'other', 'Late payers.', 'beta:' || repeat('c', 64), 1000, 1, false)`;
const erases = `select public.erase_person('${ada}')`;
const launches = `select public.announce_page('{"scan": 10, "most": 10}')`;
const reports = `select public.record_email_event('complained', '["${ada}"]')`;
const registers = (...people: string[]) =>
  `select public.register_email_tokens('${JSON.stringify(
    people.map((email, n) => ({ hash: hash(String(n)), purpose: "unsubscribe", email })),
  )}')`;
const bounces = `select public.settle_emails((select jsonb_agg(jsonb_build_object('id', id, 'attempt', attempts,
  'outcome', 'undeliverable', 'doubtful', false, 'code', 'smtp_550_5.1.1')) from public.email_outbox where kind = 'launch-announcement')::text)`;

const imports = `select public.import_waitlist('[{"email": "${ada}", "suppress": "bounced"}]')`;

/** Makes whoever has changed a row of these tables wait, still holding its locks, while somebody holds the gate. */
const gate = `create function public.wait_at_gate() returns trigger language plpgsql as
    'begin perform pg_advisory_xact_lock_shared(1); return null; end';
  create trigger a_gate after insert or update or delete on waitlist for each row execute function wait_at_gate();
  create trigger a_gate after insert or update or delete on email_outbox for each row execute function wait_at_gate();
  create trigger a_gate after insert or update or delete on email_suppressions for each row execute function wait_at_gate()`;

/** Two calls that concern one person; the second begins before the first has ended (docs/decisions/0192). */
describe("two calls about one person at the same time", () => {
  let backend: Awaited<ReturnType<typeof startBackend>>;
  let db: Client;
  const connect = async () => {
    const client = new Client({ connectionString: backend.databaseUrl, options: "-c deadlock_timeout=50ms" });
    await client.connect();
    return client;
  };
  beforeAll(async () => {
    backend = await startBackend();
    db = await connect();
    await db.query(gate);
    return async () => {
      await db.end();
      await backend.stop();
    };
  });
  beforeEach(() =>
    db.query("truncate waitlist, beta_applications, email_outbox, email_suppressions, rate_limits, erasures cascade"),
  );
  const count = async (what: string) => Number((await db.query(`select count(*) from ${what}`)).rows[0]?.count);
  const confirmed = `insert into waitlist (email, confirmed_at) values ('${ada}', now())`;

  const waiting = () => count("pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'");

  /** Runs the first call, waits until the second is blocked by it or has ended, and commits the first. Returns the second's answer. */
  async function together(first: string, second: string) {
    const [one, other] = [await connect(), await connect()];
    onTestFinished(async () => void (await Promise.all([one.end(), other.end()])));
    await one.query("begin");
    await one.query(first);
    let over = false;
    const ended = other.query(second).finally(() => (over = true));
    ended.catch(() => undefined);
    await eventually("the second waits or ends", async () => over || (await waiting()) === 1);
    await one.query("commit");
    return ended;
  }

  it.each([
    ["is told of the launch", confirmed, launches],
    ["joins again without having confirmed", `insert into waitlist (email) values ('${ada}')`, joins(ada)],
    ["applies", confirmed, applies],
  ])("leaves nothing of a person who is erased when somebody %s", async (_, given, adds) => {
    await db.query(given);
    await together(adds, erases);
    for (const table of ["waitlist", "beta_applications", "email_outbox"])
      expect([table, await count(table)]).toEqual([table, 0]);
  });

  it("tells an applicant of a decision that is made again while the mail of the first one is found needless", async () => {
    await db.query(applies);
    await db.query("delete from email_outbox");
    for (const status of ["accepted", "pending"]) await db.query("update beta_applications set status = $1", [status]);
    await together("select public.claim_emails(10, 600)", "update public.beta_applications set status = 'accepted'");
    expect(await count("email_outbox where dead_at is null and kind = 'application-accepted'")).toBe(1);
  });

  it("tells the second of two reviewers that the first has decided", async () => {
    await db.query(applies);
    const accepts = `select public.review_application(id, gen_random_uuid(), 'Bo', 'accepted') from beta_applications`;
    await expect(together(accepts, accepts)).rejects.toThrow("It was accepted by Bo on ");
  });

  it("mails somebody one link who asks for two", async () => {
    const asks = `select public.take_all_rate_limits(array['mailpause:${hash("c")}'], array[1], array[60]) as wait`;
    expect((await together(asks, asks)).rows).toEqual([{ wait: expect.toSatisfy((wait) => wait > 50) }]);
  });

  it("puts a person who joins while being erased on the list, to be mailed", async () => {
    await db.query(applies);
    await together(erases, joins(ada));
    expect([await count("waitlist"), await count("email_outbox"), await count("email_suppressions")]).toEqual([
      1, 1, 0,
    ]);
  });

  it("takes the application of a person who applies while being erased, and holds nothing against them", async () => {
    await db.query(confirmed);
    await together(erases, applies);
    expect([await count("beta_applications"), await count("email_outbox"), await count("email_suppressions")]).toEqual([
      1, 1, 0,
    ]);
  });

  it.each([
    ["to the list", `select public.import_waitlist('[{"email": "${ada}"}]')`],
    [
      "as an applicant",
      `select public.import_applications('[{"id": "${crypto.randomUUID()}", "name": "Ada", "email": "${ada}", "role": "other", "reason": "x"}]')`,
    ],
  ])("keeps out a person who is erased while a file adds them %s", async (_, brings) => {
    await db.query(applies);
    await together(erases, brings);
    expect([await count("waitlist"), await count("beta_applications"), await count("email_suppressions")]).toEqual([
      0, 0, 1,
    ]);
  });

  it("erases a person who is joining for the first time", async () => {
    await db.query(applies);
    await together(joins(ada), erases);
    expect([await count("waitlist"), await count("email_outbox"), await count("email_suppressions")]).toEqual([
      0, 0, 1,
    ]);
  });

  it("makes the links of the others valid when one person is erased", async () => {
    await db.query(`${confirmed}, ('grace@example.com', now())`);
    await together(erases, registers(ada, "grace@example.com"));
    expect((await db.query("select email from email_tokens")).rows).toEqual([{ email: "grace@example.com" }]);
  });

  it.each([
    ["a complaint", reports, "update email_outbox set sent_at = now()", erases],
    ["a bounce", bounces, "select", erases],
    ["an import", imports, "delete from email_outbox", erases],
  ])("lets %s and an erasure run at the same time without a deadlock", async (_name, one, given, two) => {
    await db.query(`${confirmed}; ${launches}; ${registers(ada)}; ${given}`);
    const [holder, early, late] = [await connect(), await connect(), await connect()];
    onTestFinished(async () => void (await Promise.all([holder, early, late].map((client) => client.end()))));
    await holder.query("begin");
    await holder.query("select pg_advisory_xact_lock(1)");
    const first = early.query(one);
    await eventually("the first waits", async () => (await waiting()) === 1);
    const ended = Promise.allSettled([first, late.query(two)]);
    await eventually("both wait", async () => (await waiting()) === 2);
    await holder.query("commit");
    expect(await ended).toMatchObject([{ status: "fulfilled" }, { status: "fulfilled" }]);
  });

  it("repeats a call that the database ended because of a deadlock", async () => {
    const { call, close } = createPostgresCalls(backend.databaseUrl, { name: "test", connections: 1, timeout: 8000 });
    onTestFinished(close);
    await db.query("insert into waitlist (email) values ('a@example.com'), ('b@example.com')");
    const other = await connect();
    onTestFinished(() => other.end());
    await other.query("set deadlock_timeout = '1min'; begin");
    await other.query("select from waitlist where email = 'b@example.com' for update");
    const marked = call("mark_waitlist", { addresses: '["a@example.com", "b@example.com"]', event: "notified" });
    await eventually("the call waits", async () => (await waiting()) === 1);
    await other.query("update waitlist set source = 'friend' where email = 'a@example.com'");
    await other.query("commit");
    expect(await marked).toEqual({ changed: 2, unknown: [] });
  });
});
