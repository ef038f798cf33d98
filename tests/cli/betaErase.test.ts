import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { withClient } from "../../server/embedded/database/withClient.ts";
import { startBackend } from "../support/backend.ts";
import { cli, hosted } from "./terminal.ts";

describe("beta erase", () => {
  let backend: Awaited<ReturnType<typeof startBackend>>;
  beforeAll(async () => {
    backend = await startBackend();
    return () => backend.stop();
  });
  const query = (sql: string) =>
    withClient(backend.databaseUrl, async (client) => (await client.query<Record<string, unknown>>(sql)).rows);
  const held = async () =>
    (
      await query(`select (select count(*)::int from beta_applications) as applications,
        (select count(*)::int from beta_application_events) as events, (select count(*)::int from email_outbox) as mails,
        (select count(*)::int from waitlist) as people, (select count(*)::int from erasures) as erasures`)
    )[0];
  const run = (argv: string[], answers?: string[]) =>
    cli(["beta", "erase", ...argv], { env: hosted(backend), ...(answers ? { answers } : {}) });

  beforeEach(async () => {
    await query(`truncate waitlist, beta_applications, email_outbox, erasures cascade;
      insert into waitlist (email) values ('ada@example.com');
      insert into email_outbox (kind, email) values ('waitlist-confirmation', 'ada@example.com');
      insert into beta_applications (name, email, role, reason, created_at)
        select name, lower(name) || '@example.com', 'other', 'x', now() - interval '3 days'
        from unnest(array['Ada', 'Bo', 'Cy']) name;
      insert into email_outbox (kind, email, application_id) select 'application-received', email, id from beta_applications;
      update beta_applications set status = 'accepted' where name = 'Ada'`);
  });

  it("erases every application with its history and mails, and nothing else", async () => {
    expect(await held()).toEqual({ applications: 3, events: 1, mails: 5, people: 1, erasures: 0 });
    const { code, out, err } = await run([], ["3"]);
    expect({ code, out }).toEqual({ code: 0, out: "" });
    expect(err).toContain(", of which 2 pending.\n");
    expect(err).toContain("Erased 3 applications, their history and the record of 4 mails.\n");
    expect(await held()).toEqual({ applications: 0, events: 0, mails: 1, people: 1, erasures: 1 });
    expect(await query("select removed, applications_until < now() as ended from erasures")).toEqual([
      { removed: { beta_applications: 3, beta_application_events: 1, email_outbox: 4 }, ended: true },
    ]);
    expect(await run([])).toMatchObject({ code: 0, err: "There are no applications.\n" });
  });

  it.each([
    ["of a preview", ["--dry-run"], undefined, 0, "Nothing was erased (--dry-run)."],
    ["of another number", [], ["2"], 1, "That is a different number. Nothing was erased."],
    ["without a terminal to ask on", [], undefined, 2, "Give --yes to erase without being asked."],
  ])("erases nothing because %s", async (_why, argv, answers, code, said) => {
    const before = await held();
    expect(await run(argv, answers)).toMatchObject({ code, err: expect.stringContaining(said) });
    expect(await held()).toEqual(before);
  });

  it("erases thousands in pages", async () => {
    await query(`insert into beta_applications (name, email, role, reason)
      select 'N', 'n' || n || '@example.com', 'other', 'x' from generate_series(1, 2500) n`);
    expect((await run(["--yes"])).err).toContain("Erased 2,503 applications, ");
    expect(await held()).toEqual({ applications: 0, events: 0, mails: 1, people: 1, erasures: 2 });
  });
});
