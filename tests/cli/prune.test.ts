import { beforeEach, describe, expect, it } from "vitest";
import { keptDays } from "../../server/contract/retention.ts";
import { withClient } from "../../server/embedded/database/withClient.ts";
import { fakeBackend } from "./fakeBackend.ts";
import { cli, hosted } from "./terminal.ts";
import { openWorkplace, type Workplace } from "./workplace.ts";

const day = 86_400_000;

describe("prune", () => {
  let place: Workplace;
  beforeEach(async () => {
    place = await openWorkplace();
    return place.close;
  });
  const prune = (clock: () => Date, ...argv: string[]) =>
    cli(["prune", ...argv], { env: hosted(place.backend), folder: place.folder, clock });
  const left = async () => (await place.backend.supabase.from("waitlist").select("email").throwOnError()).data.length;

  it.each([
    ["ahead of", () => new Date(Date.now() - 400 * day)],
    ["behind", () => new Date(Date.now() + 400 * day)],
  ])("erases nothing while the database's clock is %s this machine's", async (words, clock) => {
    await place.backend.supabase
      .from("waitlist")
      .insert({ email: "ada@example.com", unsubscribed_at: new Date(Date.now() - (keptDays + 1) * day).toISOString() })
      .throwOnError();
    for (const argv of [[], ["--dry-run"]])
      expect(await prune(clock, ...argv)).toEqual({
        code: 1,
        out: "",
        err: expect.stringMatching(
          new RegExp(
            `^error: The database's clock is 400 days ${words} this machine's, so nobody can tell what is old\\. Nothing was erased\\.\nSet the clock by NTP on the one that is wrong, and run it again\\.\n$`,
            "u",
          ),
        ),
      });
    expect(await left()).toBe(1);
    expect(await prune(() => new Date())).toMatchObject({ code: 0 });
    expect(await left()).toBe(0);
  });

  it("says what to do where the database is older and does not know all that it asks for", async () => {
    const fake = await fakeBackend(place.backend.origin, ({ url }, response) => {
      if (!url?.endsWith("/prune_page")) return false;
      // As PostgREST passes it on.
      response.writeHead(400).end(JSON.stringify({ code: "20000", message: "case not found" }));
      return true;
    });
    const outcome = await cli(["prune"], { env: hosted({ ...place.backend, origin: fake.origin }) });
    await fake.stop();
    expect(outcome).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^error: The database lacks .+ \(20000\): case not found\nApply the migrations: /u),
    });
  });

  it("counts the days that are set, and says a single one as one", async () => {
    const env = { ...hosted(place.backend), UNCONFIRMED_DAYS: "1" };
    await withClient(place.backend.databaseUrl, (client) =>
      client.query(
        `insert into waitlist (email) values ('two-days-ago@example.com'), ('today@example.com');
         insert into consent_events (email, event, happened_at) values
           ('two-days-ago@example.com', 'asked', now() - interval '2 days'), ('today@example.com', 'asked', now())`,
      ),
    );
    const { err } = await cli(["prune", "--dry-run"], { env, folder: place.folder });
    expect(err).toContain(
      `Would erase 1 person and 0 accounts not confirmed within 1 day, 0 people who unsubscribed over ${keptDays} days ago`,
    );
  });

  it("reads people and mails by their keys, page by page", async () => {
    await withClient(place.backend.databaseUrl, (client) =>
      client.query(
        `insert into waitlist (email, confirmed_at) select n || '@example.com', now() from generate_series(1, 10000) n;
         insert into consent_events (email, event) select email, 'asked' from waitlist;
         insert into email_outbox (kind, email, sent_at)
           select 'waitlist-confirmation', email, now() - interval '1 year' from waitlist;
         analyze`,
      ),
    );
    for (const part of ["people", "mails"])
      await withClient(place.backend.databaseUrl, async (client) => {
        await client.query("begin");
        const request = { part, scan: 250, after: null, unconfirmed_days: 30, ended_days: keptDays, dry_run: false };
        await client.query("select prune_page($1)", [JSON.stringify(request)]);
        const { rows } = await client.query(
          "select relname, seq_tup_read::integer as read from pg_stat_xact_all_tables where seq_tup_read > 1000",
        );
        expect({ part, rows }).toEqual({ part, rows: [] });
        await client.query("rollback");
      });
    const { err } = await cli(["prune", "--dry-run"], {
      env: hosted(place.backend),
      folder: place.folder,
      interactive: true,
      columns: 500,
    });
    expect(err).toMatch(/ 25 % {2}5,000 of 20,000 .* 100 % {2}20,000 of 20,000 .*Would erase /su);
  });

  it.each([[80], [40]])("says what it did in lines that fit a terminal of %i columns", async (columns) => {
    const options = { env: hosted(place.backend), folder: place.folder, interactive: true, columns };
    const { err } = await cli(["prune", "--dry-run"], options);
    expect(err).toMatch(/^Would erase 0 people/u);
    expect(Math.max(...err.split("\n").map((line) => line.length))).toBeLessThanOrEqual(columns);
    const ahead = await cli(["prune"], { ...options, clock: () => new Date(Date.now() - 400 * day) });
    expect(Math.max(...ahead.err.split("\n").map((line) => line.length))).toBeLessThanOrEqual(columns);
  });
});
