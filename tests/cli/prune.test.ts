import { beforeAll, describe, expect, it } from "vitest";
import { keptDays } from "../../server/contract/limits.ts";
import { withClient } from "../../server/embedded/database/withClient.ts";
import { cli, hosted } from "./terminal.ts";
import { useWorkplace, type Workplace } from "./workplace.ts";

describe("prune", () => {
  let place: Workplace;
  useWorkplace((given) => (place = given));
  beforeAll(() =>
    withClient(place.backend.databaseUrl, (client) =>
      client.query(
        `insert into waitlist (email, confirmed_at) select n || '@example.com', now() from generate_series(1, 6000) n;
         insert into waitlist (email, unsubscribed_at) values ('left@example.com', now() - interval '${keptDays + 1} days');
         insert into waitlist (email) values ('two-days-ago@example.com'), ('today@example.com');
         insert into consent_events (email, event, happened_at) values
           ('two-days-ago@example.com', 'asked', now() - interval '2 days'), ('today@example.com', 'asked', now())`,
      ),
    ),
  );
  const prune = (...argv: string[]) =>
    cli(["prune", ...argv], {
      env: { ...hosted(place.backend), UNCONFIRMED_DAYS: "1" },
      folder: place.folder,
      interactive: true,
      columns: 500,
    });
  const left = async () => {
    const { data } = await place.backend.supabase
      .from("waitlist")
      .select("email")
      .ilike("email", "%t%@%")
      .throwOnError();
    return data.map(({ email }) => email).sort();
  };
  const what = `1 person and 0 accounts not confirmed within 1 day, 1 person who unsubscribed over ${keptDays} days ago, 0 expired links, 0 mails that ended over ${keptDays} days ago.\n`;

  it("counts what it would erase, erases it, and nobody else", async () => {
    const { code, err } = await prune("--dry-run");
    expect(err).toContain(`Would erase ${what}`);
    expect(code).toBe(0);
    expect(await left()).toEqual(["left@example.com", "today@example.com", "two-days-ago@example.com"]);
    expect(await prune()).toMatchObject({ code: 0, err: expect.stringContaining(`Erased ${what}`) });
    expect(await left()).toEqual(["today@example.com"]);
  });

  it("reads people and mails by their keys, page by page", async () => {
    await withClient(place.backend.databaseUrl, (client) =>
      client.query(
        `insert into email_outbox (kind, email, sent_at) select 'waitlist-confirmation', email, now() - interval '1 year' from waitlist;
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
  });
});
