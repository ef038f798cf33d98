import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { withClient } from "../../server/embedded/database/withClient.ts";
import { embeddedPublishableKey } from "../../server/contract/brand.ts";
import { useDesk } from "../cli/desk.ts";
import { cli, hosted, scratchFolder } from "../cli/terminal.ts";
import { openProduct } from "../support/product.ts";
import { endHostedBackends, skipReason, startHostedBackend } from "./support/hostedBackend.ts";

/** More rows than two pages of a hosted project, which have 1,000 each. */
const people = 2345;

afterAll(endHostedBackends);

/**
 * Tests the operator's commands on genuine PostgREST, with a hosted project's page size, roles and statement
 * timeout.
 */
describe.skipIf(skipReason)("the command line on a hosted project", () => {
  let project: Awaited<ReturnType<typeof startHostedBackend>>;
  let folder: string;
  beforeAll(async () => {
    project = await startHostedBackend();
    const scratch = await scratchFolder();
    folder = scratch.folder;
    return async () => {
      await project.stop();
      await scratch.remove();
    };
  });

  const run = (...argv: string[]) =>
    cli(argv, {
      folder,
      env: {
        ...hosted(project),
        SUPABASE_PUBLISHABLE_KEY: embeddedPublishableKey,
        SITE_URL: "https://site.example",
        FORMS_SECRET: "a".repeat(32),
      },
    });
  const lines = async (file: string) => (await readFile(join(folder, file), "utf8")).trim().split("\n");
  const query = (sql: string) =>
    withClient(project.databaseUrl, async (client) => (await client.query<Record<string, string>>(sql)).rows);

  it("seeds, exports in pages, and reads the export back in", async () => {
    const { host } = new URL(project.origin);
    expect(await run("seed", "--waitlist", `${people}`, "--beta", "40", "--confirm", host)).toMatchObject({ code: 0 });
    expect(await run("export", "waitlist", "--out", "all.csv")).toMatchObject({ code: 0 });
    const exported = await lines("all.csv");
    expect(new Set(exported).size).toBe(people + 1);
    await query("delete from public.waitlist");
    expect(await run("import", "waitlist", "all.csv")).toMatchObject({ code: 0 });
    expect(await run("export", "waitlist", "--out", "again.csv")).toMatchObject({ code: 0 });
    expect((await lines("again.csv")).sort()).toEqual(exported.sort());
  });

  it("counts, marks, shows, erases and decides", async () => {
    expect(await run("stats", "--json")).toMatchObject({ code: 0, out: expect.stringContaining(`${people}`) });
    const [row] = await query("select email from public.waitlist where unsubscribed_at is null order by id limit 1");
    const email = row?.["email"] ?? "";
    for (const command of ["unsubscribe", "notified", "show"])
      expect(await run(command, email)).toMatchObject({ code: 0 });
    expect(await run("erase", email, "--yes")).toMatchObject({ code: 0 });
    expect(await run("erase", email, "--yes")).toMatchObject({ code: 1 });
    const listed: { id: string }[] = JSON.parse((await run("beta", "list", "--overdue", "--json")).out);
    const id = listed[0]?.id ?? "";
    expect(await run("beta", "accept", id, "--yes", "--as", "ada")).toMatchObject({ code: 0 });
    expect(await run("beta", "decline", id.slice(0, 8), "--as", "grace")).toMatchObject({ code: 1 });
    expect(await run("mail", "status")).toMatchObject({ code: 0 });
  });

  it("invites to the product, which redeems a code once with the secret key, as docs/growth.md says", async () => {
    await query(`update public.waitlist set confirmed_at = now(), unsubscribed_at = null, notified = false,
      invite_code = null, invited_at = null, redeemed_at = null`);
    expect(await run("notify", "launch", "--wave", "3", "--order", "random", "--yes")).toMatchObject({ code: 0 });
    const [{ code = "", email = "" } = {}] = await query(
      "select invite_code as code, email from public.waitlist where invited_at is not null order by id",
    );
    const redeem = await openProduct(project);
    const tries = await Promise.allSettled([redeem(code), redeem(code), redeem("0".repeat(16))]);
    expect(tries.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []))).toEqual([
      { email, share_code: expect.any(String) },
    ]);
    expect(JSON.parse((await run("stats", "--json")).out).waitlist).toMatchObject({ invited: 3, redeemed: 1 });
    await query(`update public.waitlist set tags = case when email = '${email}' then '{}' else '{vip}' end::text[]`);
    const exported = async (...chosen: string[]) =>
      (await run("export", "waitlist", ...chosen, "--columns", "email", "--out", "-")).out
        .trimEnd()
        .split(/\r?\n/u)
        .slice(1);
    expect(await exported("--not-came")).toHaveLength(2);
    expect([await exported("--came"), await exported("--not-tag", "vip")]).toEqual([[email], [email]]);
  });

  it("reads lists to their end, though a page has fewer rows than were asked for", async () => {
    await query(`insert into public.webhook_events (type, subject, failed_at)
      select 'waitlist.joined', gen_random_uuid(), now() from generate_series(1, 700)`);
    const listed: unknown[] = JSON.parse((await run("webhook", "failed", "--json")).out);
    expect(listed).toHaveLength(700);
    expect((await run("webhook", "failed", "--retry")).err).toContain("700 events are due again");
    await query("delete from public.webhook_events");
    await query(`insert into public.beta_applications (name, email, role, reason)
      select 'Ada', 'ada' || n || '@example.com', 'other', 'Invoices for my clients.' from generate_series(1, 700) n`);
    expect(JSON.parse((await run("beta", "list", "--limit", "650", "--json")).out)).toHaveLength(650);
    await query(`insert into public.email_outbox (kind, email, failed_at, last_error)
      select 'application-received', 'ada' || n || '@example.com', now(), 'smtp_550' from generate_series(1, 700) n`);
    expect((await run("mail", "failed", "--out", "failed.csv")).err).toContain("700 mails failed");
    await query("delete from public.email_outbox; delete from public.beta_applications where name = 'Ada'");
  });

  it("tags at the desk all that match, and lists them to the last", async () => {
    const { post } = await useDesk({ env: hosted(project), folder });
    const lists = async (order: string) => {
      const ids: string[] = [];
      for (let after: unknown; ;) {
        const page = JSON.parse((await post("people", { order, ...(after === undefined ? {} : { after }) })).body);
        ids.push(...page.people.map((one: { id: string }) => one.id));
        if (page.next === undefined) return ids;
        after = page.next;
      }
    };
    const [{ all = "" } = {}] = await query("select count(*)::text as all from public.waitlist");
    for (const order of ["newest", "friends"]) expect(new Set(await lists(order)).size).toBe(Number(all));
    for (let after: unknown, isFirst = true; isFirst || after !== undefined; isFirst = false) {
      const body = { what: "tag", tag_name: "all", ...(after === undefined ? {} : { after }) };
      after = JSON.parse((await post("people/act", body)).body).next;
    }
    expect(await query("select count(*)::text as all from public.waitlist where 'all' = any (tags)")).toEqual([
      { all },
    ]);
  });

  it("searches at the desk for the signs that PostgREST reads as its own", async () => {
    await query(`insert into public.waitlist (email) values ('it''s%me*@xn--mnchen-3ya.example')`);
    const { post } = await useDesk({ env: hosted(project), folder });
    for (const search of ["*", "%", "s%me", "münchen", "Me <IT'S%ME*@münchen.example>"])
      expect(await post("people", { order: "newest", search })).toMatchObject({
        body: expect.stringContaining('"total":1}'),
      });
    for (const search of [",", ")", "(", '"', "\\", "e.h", "t'*s"])
      expect(await post("people", { order: "newest", search })).toMatchObject({
        body: expect.stringContaining('"total":0}'),
      });
  });

  it("erases an address from the auth service's log as that service writes it", async () => {
    const email = "fish&chips@example.com";
    await query(`insert into public.waitlist (email) values ('${email}')`);
    for (const written of ["fish\\u0026chips@example.com", "shellfish\\u0026chips@example.com"])
      await query(
        `insert into auth.audit_log_entries (id, payload, created_at) values (gen_random_uuid(), '{"action": "login", "actor_username": "${written}"}', now())`,
      );
    expect(await run("erase", email, "--yes")).toMatchObject({ code: 0 });
    expect(
      await query(
        "select payload ->> 'actor_username' as name from auth.audit_log_entries where payload::text like '%chips%'",
      ),
    ).toEqual([{ name: "shellfish&chips@example.com" }]);
  });

  it("shows and erases what every table with addresses or people has of a person, found by an index", async () => {
    const rows = await query(
      `select a.table_name as place from information_schema.columns a join information_schema.tables using (table_schema, table_name)
       where table_schema = 'public' and table_type = 'BASE TABLE' and column_name in ('email', 'person')
         and not (exists (select from public.tables_of_persons() where source = a.table_name)
           and exists (select from pg_indexes i where i.tablename = a.table_name and i.indexdef like '%(' || a.column_name || '%'))`,
    );
    expect(rows).toEqual([]);
  });

  const findings = async (): Promise<{ check: string; level: string; message: string; remedy: string }[]> => {
    const { out } = await run("check", "backend", "--json");
    return Object(JSON.parse(out)).findings;
  };

  it("finds that all is well", async () => {
    const found = await findings();
    expect(found.filter(({ level }) => level !== "ok")).toEqual([
      // Seeded applicants have been waiting for weeks.
      expect.objectContaining({ check: "reviews", level: "warning" }),
      expect.objectContaining({ check: "sender", level: "unknown" }),
      expect.objectContaining({
        check: "operator",
        message: expect.stringMatching(/^OPERATOR_EMAIL is not set: nobody/u),
      }),
    ]);
    expect(found).toContainEqual(expect.objectContaining({ check: "platform", level: "ok" }));
  });

  it("finds a function that the auth service's triggers reach and it may not execute, and a missing job", async () => {
    await query(`
      create schema own;
      create function own.deep() returns text language plpgsql as $$ begin return 'x'; end $$;
      create function own.outer() returns text language plpgsql as $$ begin return own.deep(); end $$;
      create function own.greet() returns trigger language plpgsql as $$ begin perform own.outer(); return new; end $$;
      create trigger greet before insert on auth.users for each row execute function own.greet();
      grant execute on function own.outer() to public;
      select cron.unschedule('keelbook-prune')`);
    const found = (await findings()).filter(({ check }) => check === "platform");
    expect(found).toEqual([
      expect.objectContaining({
        level: "wrong",
        message: expect.stringContaining("calls own.deep(), which the service may not execute"),
        remedy: expect.stringContaining("grant execute on function own.deep() to supabase_auth_admin;"),
      }),
      expect.objectContaining({
        level: "wrong",
        message: "The database's job keelbook-prune is missing: what has expired is not erased.",
        remedy: expect.stringContaining("mail_schedule.sql"),
      }),
    ]);
    await query("alter function own.outer() security definer");
    expect((await findings()).filter(({ check }) => check === "platform")).toHaveLength(1);
  });
});
