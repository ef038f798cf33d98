import { Client } from "pg";
import { beforeAll, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { startBackend } from "../support/backend.ts";
import { eventually } from "../support/eventually.ts";

const ada = "ada@example.com";
const bucket = `'waitlist:${"c".repeat(64)}', 1000, 1`;
const joins = `select public.join_waitlist('{"email": "${ada}"}', ${bucket})`;
const application = { id: crypto.randomUUID(), name: "Ada", email: ada, role: "other", reason: "x" };
const applies = `select public.apply_for_beta('${JSON.stringify(application)}', ${bucket})`;
const erases = `select public.erase_person('${ada}')`;
const launches = `select public.announce_page('{"scan": 10, "most": 10}')`;
const confirmed = `insert into waitlist (email, confirmed_at) values ('${ada}', now())`;
const registers = (...people: string[]) =>
  `select public.register_email_tokens('${JSON.stringify(
    people.map((email, n) => ({ hash: String(n).repeat(64), purpose: "unsubscribe", email })),
  )}')`;
const bounces = `select public.settle_emails((select jsonb_agg(jsonb_build_object('id', id, 'attempt', attempts,
  'outcome', 'undeliverable', 'doubtful', false, 'code', 'smtp_550_5.1.1')) from public.email_outbox where kind = 'launch-announcement')::text)`;
const imports = `select public.import_waitlist('[{"email": "${ada}"}]')`;
const importsApplication = `select public.import_applications('${JSON.stringify([application])}')`;
const asks = `select public.take_all_rate_limits(array['mailpause:${"c".repeat(64)}'], array[1], array[60]) as wait`;

/**
 * Makes every transaction that has changed a row of these tables wait, still holding its locks, while the gate
 * is held.
 */
const gate = ["waitlist", "email_outbox", "email_suppressions"].reduce(
  (sql, table) =>
    `${sql}; create trigger a_gate after insert or update or delete on ${table} for each row execute function wait_at_gate()`,
  `create function public.wait_at_gate() returns trigger language plpgsql as
    'begin perform pg_advisory_xact_lock_shared(1); return null; end'`,
);

/** Two calls about one person; the second begins before the first has ended (docs/decisions/0192). */
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
  const waiting = () => count("pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'");
  const connections = async (many: number) => {
    const clients = await Promise.all(Array.from({ length: many }, connect));
    onTestFinished(async () => void (await Promise.all(clients.map((client) => client.end()))));
    return (n: number) => clients[n] ?? db;
  };

  /**
   * Runs the first call, waits until the second is blocked by it or has ended, and commits the first. Returns
   * the second's answer.
   */
  async function together(first: string, second: string) {
    const client = await connections(2);
    await client(0).query("begin");
    await client(0).query(first);
    let over = false;
    const ended = client(1)
      .query(second)
      .finally(() => (over = true));
    ended.catch(() => undefined);
    await eventually("the second waits or ends", async () => over || (await waiting()) === 1);
    await client(0).query("commit");
    return ended;
  }

  // These are the rows that are left: list, applications, mails and suppressions.
  it.each([
    ["is notified of the launch while being erased", confirmed, launches, erases, [0, 0, 0, 1]],
    ["joins for the first time while being erased", applies, joins, erases, [0, 0, 0, 1]],
    ["applies while being erased", confirmed, applies, erases, [0, 0, 0, 1]],
    ["is erased while joining", applies, erases, joins, [1, 0, 1, 0]],
    ["is erased while a file adds them to the list", applies, erases, imports, [0, 0, 0, 1]],
    ["is erased while a file adds their application", applies, erases, importsApplication, [0, 0, 0, 1]],
  ])("have an effect one after the other for a person who %s", async (_, given, first, second, left) => {
    await db.query(given);
    await together(first, second);
    const counts: number[] = [];
    for (const table of ["waitlist", "beta_applications", "email_outbox", "email_suppressions"])
      counts.push(await count(table));
    expect(counts).toEqual(left);
  });

  it("tell an applicant of a decision that is made again while the mail of the first one is found needless", async () => {
    await db.query(applies);
    await db.query("delete from email_outbox");
    for (const status of ["accepted", "pending"]) await db.query("update beta_applications set status = $1", [status]);
    await together("select public.claim_emails(10, 600)", "update public.beta_applications set status = 'accepted'");
    expect(await count("email_outbox where failed_at is null and kind = 'application-accepted'")).toBe(1);
  });

  it("tell the second of two reviewers that the first has decided", async () => {
    await db.query(applies);
    const accepts = `select public.review_application(id, gen_random_uuid(), 'Bo', 'accepted') from beta_applications`;
    await expect(together(accepts, accepts)).rejects.toThrow("It was accepted by Bo on ");
  });

  it("mail somebody one link who asks for two", async () => {
    expect((await together(asks, asks)).rows).toEqual([{ wait: expect.toSatisfy((wait) => wait > 50) }]);
  });

  it.each([
    ["bounced", "complained"],
    ["complained", "bounced"],
  ])("keep the complaint of an applicant who is not on the list: %s, then %s", async (first, second) => {
    await db.query(applies);
    const reports = (event: string) => `select public.record_email_event('${event}', '["${ada}"]')`;
    await together(reports(first), reports(second));
    expect((await db.query("select reason from email_suppressions")).rows).toEqual([{ reason: "complained" }]);
  });

  it("keep the complaint that comes while a bounce is lifted", async () => {
    await db.query(`${confirmed}; select public.record_email_event('bounced', '["${ada}"]')`);
    await together(
      "select public.lift_bounce(id) from waitlist",
      `select public.record_email_event('complained', '["${ada}"]')`,
    );
    expect((await db.query("select reason from email_suppressions")).rows).toEqual([{ reason: "complained" }]);
    expect(await count("waitlist where unsubscribed_at is null")).toBe(0);
  });

  it("make the links of the others valid when one person is erased", async () => {
    await db.query(`${confirmed}, ('grace@example.com', now())`);
    await together(erases, registers(ada, "grace@example.com"));
    expect((await db.query("select w.email from email_tokens t join waitlist w on w.id = t.person")).rows).toEqual([
      { email: "grace@example.com" },
    ]);
  });

  it.each([
    [
      "complaint",
      `select public.record_email_event('complained', '["${ada}"]')`,
      "update email_outbox set sent_at = now()",
    ],
    ["bounce", bounces, "select"],
    [
      "import",
      `select public.import_waitlist('[{"email": "${ada}", "suppress": "bounced"}]')`,
      "delete from email_outbox",
    ],
  ])("end without a deadlock: a %s and an erasure", async (_name, one, given) => {
    await db.query(`${confirmed}; ${launches}; ${registers(ada)}; ${given}`);
    const client = await connections(3);
    await client(0).query("begin; select pg_advisory_xact_lock(1)");
    const first = client(1).query(one);
    await eventually("the first waits", async () => (await waiting()) === 1);
    const ended = Promise.allSettled([first, client(2).query(erases)]);
    await eventually("both wait", async () => (await waiting()) === 2);
    await client(0).query("commit");
    expect(await ended).toMatchObject([{ status: "fulfilled" }, { status: "fulfilled" }]);
  });
});
