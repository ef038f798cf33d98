import { randomBytes } from "node:crypto";
import { cp, rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from "vitest";
import { deploySteps, newerDatabase } from "../../scripts/commands/deploy/steps.ts";
import { readMigrations } from "../../server/embedded/database/migrate.ts";
import { withClient } from "../../server/embedded/database/withClient.ts";
import { onPort } from "../support/databaseSocket.ts";
import { bareDatabase, roleUrl, templateDatabase } from "./support/database.ts";
import { schemaFacts } from "./support/schemaFacts.ts";
import { findSupabaseCli, supabaseCli } from "./support/supabaseCli.ts";

const program = findSupabaseCli();

/** The arguments with which `deploy` applies new migrations. */
const pushTo = (url: string): string[] => deploySteps(url, "", {})[0]?.args ?? [];

/** Supabase's own CLI, as a deployment and Supabase's dashboard use it, on a database with hosted's roles. */
describe.skipIf(program === undefined)("the Supabase CLI", () => {
  let cli: Awaited<ReturnType<typeof supabaseCli>>;
  let cluster: Awaited<ReturnType<typeof onPort>>;
  let versions: string[];
  beforeAll(async () => {
    cli = await supabaseCli(program ?? "");
    cluster = await onPort(inject("hostedClusterUrl"));
    versions = (await readMigrations()).map(({ version }) => version);
  });
  afterAll(async () => {
    await cluster.stop();
    await cli.remove();
  });

  /** A database of this test, on which the CLI works as `postgres`. */
  const database = async (template: string) => {
    const name = `cli_${randomBytes(6).toString("hex")}`;
    const admin = roleUrl(inject("hostedClusterUrl"), "supabase_admin", "postgres");
    await withClient(admin, (client) => client.query(`create database ${name} template ${template} owner postgres`));
    onTestFinished(() =>
      withClient(admin, async (client) => void (await client.query(`drop database ${name} with (force)`))),
    );
    return roleUrl(cluster.url, "postgres", name);
  };
  const query = (url: string, sql: string) =>
    withClient(url, async (client) => (await client.query<Record<string, unknown>>(sql)).rows);

  it("pushes the migrations to a new project, as a role that is not a superuser", async () => {
    const url = await database(bareDatabase);
    expect(await cli.run(pushTo(url))).toMatchObject({ code: 0 });
    const { out } = await cli.run(["migration", "list", `--remote=${url}`]);
    for (const version of versions)
      expect(out.split("\n").find((line) => line.includes(version))).toMatch(/(?:\d{14}.*){2}/u);
    expect((await cli.run(pushTo(url))).all).toContain("up to date");
    expect(await schemaFacts(url)).toEqual(await schemaFacts(await database(templateDatabase)));
  });

  it("pushes new migrations to a project that has data, also one that landed after a newer one", async () => {
    const url = await database(bareDatabase);
    const first = await supabaseCli(program ?? "");
    onTestFinished(first.remove);
    const folder = join(first.folder, "supabase/migrations");
    const migrations = await readMigrations();
    // Of the newest, which depend on each other least.
    const { version: late, name: lateName } = migrations.at(-2) ?? {};
    await rm(join(folder, `${late}_${lateName}.sql`));
    await first.run(pushTo(url));
    await query(url, "insert into public.waitlist (email) values ('early@example.com')");
    await cp(new URL("../../supabase/migrations", import.meta.url), folder, { recursive: true });
    expect(await first.run(pushTo(url))).toMatchObject({ code: 0 });
    expect(await query(url, "select email from public.waitlist")).toEqual([{ email: "early@example.com" }]);
    expect(await schemaFacts(url)).toEqual(await schemaFacts(await database(templateDatabase)));

    const { version, name } = migrations.at(-1) ?? {};
    await rm(join(folder, `${version}_${name}.sql`));
    const older = await first.run(pushTo(url));
    expect(older.code).not.toBe(0);
    expect(older.all).toContain(newerDatabase);
  });

  it("gives no advice, but finds a planted fault", async () => {
    const url = await database(templateDatabase);
    const advise = () => cli.run(["db", "advisors", `--remote=${url}`, "--level", "warn", "--fail-on", "warn"]);
    const clean = await advise();
    expect(clean.all).toContain("No issues found");
    expect(clean.code).toBe(0);
    await query(url, "create table public.leak (email text); grant select on public.leak to anon");
    const planted = await advise();
    expect(planted.all).toContain("leak");
    expect(planted.code).not.toBe(0);
  });
});
