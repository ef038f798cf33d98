import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { withClient } from "../../server/embedded/database/withClient.ts";
import { embeddedPublishableKey } from "../../server/contract/brand.ts";
import { cli, hosted, scratchFolder } from "../cli/terminal.ts";
import { skipReason, startHostedBackend } from "./support/hostedBackend.ts";

/** More rows than two pages of a hosted project, which have 1,000. */
const people = 2345;

/** The operator's commands on genuine PostgREST, with a hosted project's page size, roles and statement timeout. */
describe.skipIf(skipReason)("the command line on a hosted project", () => {
  let project: Awaited<ReturnType<typeof startHostedBackend>>;
  let folder: string;
  beforeAll(async () => {
    project = await startHostedBackend();
    const scratch = await scratchFolder();
    folder = scratch.folder;
    await mkdir(join(folder, "dist/client"), { recursive: true });
    for (const page of ["index.html", "404.html"]) await writeFile(join(folder, "dist/client", page), "<html></html>");
    return scratch.remove;
  });
  afterAll(() => project.stop());

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

  it("seeds, exports in pages, and reads the export back in", async () => {
    const host = new URL(project.origin).host;
    const seeded = await run("seed", "--waitlist", String(people), "--beta", "40", "--confirm", host);
    expect(seeded).toMatchObject({ code: 0 });
    expect(await run("export", "waitlist", "--out", "all.csv")).toMatchObject({ code: 0 });
    const exported = await lines("all.csv");
    expect(exported).toHaveLength(people + 1);
    expect(new Set(exported).size).toBe(people + 1);
    expect(await run("export", "beta", "--out", "beta.ndjson")).toMatchObject({ code: 0 });
    expect(await lines("beta.ndjson")).toHaveLength(40);

    await withClient(project.databaseUrl, (client) => client.query("delete from public.waitlist"));
    expect(await run("import", "waitlist", "all.csv")).toMatchObject({ code: 0 });
    expect(await run("export", "waitlist", "--out", "again.csv")).toMatchObject({ code: 0 });
    expect((await lines("again.csv")).sort()).toEqual(exported.sort());
  });

  it("lists mails that ended unsent, in pages, and leaves out those to addresses that do not exist", async () => {
    await withClient(project.databaseUrl, (client) =>
      client.query(
        `insert into public.email_outbox (kind, email, dead_at, last_error)
           select 'update', n || '@example.com', now(), case when n > 1 then 'smtp_451' else 'unsubscribed' end
           from generate_series(1, ${people}) n`,
      ),
    );
    expect(await run("mail", "failed", "--out", "failed.csv")).toMatchObject({ code: 0 });
    expect(new Set(await lines("failed.csv")).size).toBe(people);
    expect(await run("mail", "bounces", "failed.csv")).toMatchObject({ code: 0 });
    expect(await run("mail", "status")).toMatchObject({ code: 0 });
  });

  it("counts, marks, shows and erases", async () => {
    expect(await run("stats", "--json")).toMatchObject({ code: 0, out: expect.stringContaining(`${people}`) });
    const { rows } = await withClient(project.databaseUrl, (client) =>
      client.query<{ email: string }>(
        "select email from public.waitlist where unsubscribed_at is null order by id limit 1",
      ),
    );
    const email = rows[0]?.email ?? "";
    expect(await run("unsubscribe", email)).toMatchObject({ code: 0 });
    expect(await run("notified", email)).toMatchObject({ code: 0 });
    expect(await run("show", email)).toMatchObject({ code: 0, out: expect.stringContaining(email) });
    expect(await run("erase", email, "--yes")).toMatchObject({ code: 0 });
    expect(await run("erase", email, "--yes")).toMatchObject({ code: 1 });
  });

  it("lists, shows, decides on and reopens applications", async () => {
    const listed: { id: string }[] = JSON.parse((await run("beta", "list", "--overdue", "--json")).out);
    const [first, second] = listed.map(({ id }) => id);
    expect(await run("beta", "accept", first ?? "", second ?? "", "--yes", "--as", "ada")).toMatchObject({ code: 0 });
    expect(await run("beta", "decline", first?.slice(0, 8) ?? "", "--as", "grace")).toMatchObject({
      code: 1,
      err: expect.stringMatching(/It was accepted by ada on .* UTC\./u),
    });
    expect(await run("beta", "reopen", first ?? "", "--as", "ada")).toMatchObject({ code: 0 });
    expect(JSON.parse((await run("beta", "show", first ?? "", "--json")).out)).toMatchObject([
      { status: "pending", events: [{ to_status: "accepted" }, { to_status: "pending" }] },
    ]);
  });

  it("erases an address from the auth service's log as that service writes it", async () => {
    const email = "fish&chips@example.com";
    await withClient(project.databaseUrl, async (client) => {
      await client.query("insert into public.waitlist (email) values ($1)", [email]);
      for (const written of ["fish\\u0026chips@example.com", "shellfish\\u0026chips@example.com"])
        await client.query(
          "insert into auth.audit_log_entries (id, payload, created_at) values (gen_random_uuid(), $1, now())",
          [`{"action": "login", "actor_username": "${written}"}`],
        );
    });
    expect(await run("erase", email, "--yes")).toMatchObject({ code: 0 });
    const { rows } = await withClient(project.databaseUrl, (client) =>
      client.query(
        "select payload ->> 'actor_username' as name from auth.audit_log_entries where payload::text like '%chips%'",
      ),
    );
    expect(rows).toEqual([{ name: "shellfish&chips@example.com" }]);
  });

  it("shows and erases what every table with addresses has of a person, found by an index", async () => {
    const { rows } = await withClient(project.databaseUrl, (client) =>
      client.query(
        `select a.table_name as place, exists (select from public.tables_of_persons() where source = a.table_name) as listed,
           exists (select from pg_indexes i where i.tablename = a.table_name and i.indexdef like '%(email)') as indexed
         from information_schema.columns a join information_schema.tables using (table_schema, table_name)
         where table_schema = 'public' and table_type = 'BASE TABLE' and column_name = 'email'`,
      ),
    );
    expect(rows.length).toBeGreaterThan(1);
    expect(rows.filter(({ listed, indexed }) => !listed || !indexed)).toEqual([]);
  });

  it("finds that all is well", { timeout: 120_000 }, async () => {
    const { code, out } = await run("check", "backend", "--json");
    const { findings } = Object(JSON.parse(out));
    expect(findings.filter(({ level }: { level: string }) => level !== "ok")).toEqual([
      // Seeded applicants have been waiting for weeks.
      expect.objectContaining({ check: "reviews", level: "warning" }),
      expect.objectContaining({ check: "sender", level: "unknown" }),
    ]);
    expect(code).toBe(0);
  });
});
