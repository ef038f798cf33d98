import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from "vitest";
import { migrate, readMigrations } from "../../server/embedded/database/migrate.ts";
import { withClient } from "../../server/embedded/database/withClient.ts";
import { bareDatabase, roleUrl, templateDatabase } from "./support/database.ts";

/** The newest migration of the first release. */
const firstRelease = "20261121090310";

const tables = ["waitlist", "beta_applications", "erasures", "rate_limits", "spent_captchas"];

describe("the database of the first release", () => {
  const name = `upgrade_${randomBytes(6).toString("hex")}`;
  const admin = () => roleUrl(inject("hostedClusterUrl"), "supabase_admin", "postgres");
  const url = () => roleUrl(inject("hostedClusterUrl"), "postgres", name);
  const rows = (database: string, sql: string) =>
    withClient(
      roleUrl(inject("hostedClusterUrl"), "postgres", database),
      async (client) => (await client.query<Record<string, unknown>>(sql)).rows,
    );
  const everything = async () => {
    const all: Record<string, unknown> = {};
    for (const table of tables) all[table] = await rows(name, `select * from public.${table} order by 1`);
    all["users"] = await rows(
      name,
      "select id, email, encrypted_password, raw_user_meta_data from auth.users order by id",
    );
    return all;
  };

  beforeAll(async () => {
    await withClient(admin(), (client) =>
      client.query(`create database ${name} template ${bareDatabase} owner postgres`),
    );
    const data = await readFile(new URL("./support/firstRelease.sql", import.meta.url), "utf8");
    const migrations = (await readMigrations()).filter(({ version }) => version <= firstRelease);
    await withClient(url(), async (client) => {
      for (const { version, name: title, sql } of migrations) {
        await client.query(sql);
        await client.query("insert into supabase_migrations.schema_migrations (version, name) values ($1, $2)", [
          version,
          title,
        ]);
      }
      await client.query(data);
    });
  });
  afterAll(() => withClient(admin(), (client) => client.query(`drop database ${name} with (force)`)));

  it("is migrated to the current one with its rows", async () => {
    const before = await everything();
    const missing = (await readMigrations()).filter(({ version }) => version > firstRelease);
    const lines: string[] = [];
    const log = (line: string) => void lines.push(line);
    await migrate(url(), { log });
    expect(await everything()).toMatchObject(before);
    await migrate(url(), { log });
    expect(lines).toEqual([`The database is being updated: ${missing.length} migrations.`]);
  });

  it("keeps a row that breaks a later rule, which is reported", async () => {
    const [report] = await rows(name, "select public.data_report('waitlist') as report");
    expect(report).toMatchObject({
      report: { wrong: { waitlist_email: { count: 1, ids: ["00000000-0000-4000-8000-000000000003"] } } },
    });
  });

  it("counts old applications against the limit of five open ones", async () => {
    await expect(
      rows(
        name,
        "insert into public.beta_applications (name, email, role, reason) values ('A', 'ada@example.com', 'other', 'x')",
      ),
    ).rejects.toMatchObject({ code: "PT429" });
  });

  const facts = async (database: string) =>
    (
      await rows(database, "select jsonb_array_elements_text(public.schema_report() -> 'facts') as fact order by 1")
    ).map(({ fact }) => fact);

  it("has the schema of a new one once that row is corrected", async () => {
    await rows(name, "update public.waitlist set email = 'two@example.com' where email like 'two@ats@%'");
    await rows(name, "alter table public.waitlist validate constraint waitlist_email_valid");
    expect(await facts(name)).toEqual(await facts(templateDatabase));
  });

  it("is the same one on a project that exposes nothing new by itself, as all do since 2026-10-30", async () => {
    const strict = `strict_${randomBytes(6).toString("hex")}`;
    await withClient(admin(), (client) =>
      client.query(`create database ${strict} template ${bareDatabase} owner postgres`),
    );
    onTestFinished(() =>
      withClient(admin(), async (client) => void (await client.query(`drop database ${strict} with (force)`))),
    );
    // From Supabase's guide Securing your API, and the same for functions in every schema, without which PUBLIC may call them.
    const guide = `alter default privileges for role postgres in schema public revoke`;
    await rows(
      strict,
      `${guide} select, insert, update, delete on tables from anon, authenticated, service_role;
       ${guide} execute on functions from anon, authenticated, service_role;
       ${guide} usage, select on sequences from anon, authenticated, service_role;
       alter default privileges for role postgres revoke execute on functions from public`,
    );
    await migrate(roleUrl(inject("hostedClusterUrl"), "postgres", strict));
    expect(await facts(strict)).toEqual(await facts(templateDatabase));
  });
});
