import { Client } from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { consentText } from "../../server/contract/consent.ts";
import { joinWaitlist } from "../../server/forms/waitlist.ts";
import { createPostgresStore } from "../../server/store/postgres.ts";
import type { Admission } from "../../server/store/admission.ts";
import type { Store } from "../../server/store/store.ts";
import { startBackend } from "../support/backend.ts";

let n = 0;
const fresh = () => (++n).toString(16).padStart(64, "0");
const bucketOf = (hash = fresh()) => ({ key: `waitlist:${hash}`, burst: 5, secondsPerRequest: 60 });
const solutionOf = (hash = fresh()) => ({ hash, expiresAt: new Date(Date.now() + 60_000) });
const numbers = (length: number) => Array.from({ length }, (_, i) => i);

/** Joins that reach the embedded stack's store at the same time; the store makes them in few calls (docs/decisions/0181). */
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
  beforeEach(() => db.query("truncate waitlist, email_outbox, rate_limits, spent_captchas cascade"));

  const count = async (what: string) => Number((await db.query(`select count(*) from ${what}`)).rows[0]?.count);
  const join = (email: string, admission: Partial<Admission> = {}, store: Store = backend.store) =>
    store.submit(joinWaitlist, { email }, { bucket: bucketOf(), solution: solutionOf(), trapped: false, ...admission });
  /** How often each outcome occurred. */
  const tally = async (answers: Promise<{ outcome: string }>[]) => {
    const counts: Record<string, number> = {};
    for (const { outcome } of await Promise.all(answers)) counts[outcome] = (counts[outcome] ?? 0) + 1;
    return counts;
  };

  it("are made together, each with all that belongs to it", async () => {
    expect(await tally(numbers(60).map((i) => join(`p${i}@example.com`)))).toEqual({ joined: 60 });
    for (const table of [
      "waitlist",
      `consent_events where event = 'asked' and text_version = '${consentText}'`,
      "email_outbox",
      "rate_limits",
      "spent_captchas",
    ])
      expect([table, await count(table)]).toEqual([table, 60]);
    expect(await count("(select distinct created_at from waitlist) calls")).toBeLessThan(10);
  });

  it("of one address get the answers they would get one after the other", async () => {
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

  it("from one client share one rate limit", async () => {
    const bucket = bucketOf();
    const answers = numbers(12).map((i) => join(`p${i}@example.com`, { bucket }));
    expect(await tally(answers)).toEqual({ joined: 5, rate_limited: 7 });
    expect(await answers.at(-1)).toEqual({
      outcome: "rate_limited",
      wait: expect.toSatisfy((wait) => wait > 0 && wait <= 60),
    });
  });

  it("of one mailbox are mailed within its limit", async () => {
    // The first one is sent at once, and the others share a call.
    const answers = ["bo", ...numbers(7).map((i) => `ada+${i}`)].map((name) => join(`${name}@example.com`));
    expect(await tally(answers)).toEqual({ joined: 8 });
    expect([await count("waitlist"), await count("email_outbox")]).toEqual([8, 1 + 6]);
  });

  it("of a mailbox that was mailed before are mailed within its limit", async () => {
    for (const i of numbers(5)) await join(`ada+${i}@example.com`);
    expect(await tally(numbers(4).map((i) => join(`ada+later${i}@example.com`)))).toEqual({ joined: 4 });
    expect([await count("waitlist"), await count("email_outbox")]).toEqual([9, 6]);
  });

  it("do not fail because the database refuses one of them, which spends nothing", async () => {
    const answers = await Promise.allSettled(
      numbers(30).map((i) => join(i === 7 ? "Not normal" : `p${i}@example.com`)),
    );
    expect(answers.filter(({ status }) => status === "rejected")).toHaveLength(1);
    expect(answers[7]).toMatchObject({ reason: { code: "store_unavailable" } });
    expect([await count("waitlist"), await count("spent_captchas"), await count("rate_limits")]).toEqual([29, 29, 29]);
  });

  it("do not wait for one of them whose row is locked", async () => {
    const holder = await client();
    onTestFinished(() => holder.end());
    await holder.query("begin; insert into waitlist (email) values ('p7@example.com')");
    const answers = numbers(30).map((i) => join(`p${i}@example.com`));
    expect(await tally(answers.toSpliced(7, 1))).toEqual({ joined: 29 });
    expect(await tally([join("later@example.com")])).toEqual({ joined: 1 });
    await holder.query("commit");
    expect(await answers[7]).toEqual({ outcome: "already_subscribed" });
  });

  it("by several backends lock the same rows without a deadlock", async () => {
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
    // Forty clients may join five times each.
    expect([(joined ?? 0) + (already_subscribed ?? 0), rate_limited]).toEqual([200, 400]);
    expect(joined).toBe(await count("waitlist"));
    expect(await count("email_outbox")).toBe(joined);
  });
});
