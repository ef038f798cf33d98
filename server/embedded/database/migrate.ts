import { readdir, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { Client } from "pg";
import { StackError } from "../errors/stackError.ts";
import { withClient } from "./withClient.ts";
import { messageOf } from "../../lib/caught.ts";

const migrationsFolder = new URL("../../../supabase/migrations/", import.meta.url);
const rolesFile = new URL("./roles.sql", import.meta.url);
const sessionsFile = new URL("./sessions.sql", import.meta.url);

/** One file of supabase/migrations, named `<version>_<name>.sql`. */
export interface Migration {
  version: string;
  name: string;
  sql: string;
}

const migrationFiles = async (): Promise<string[]> =>
  (await readdir(migrationsFolder)).filter((file) => file.endsWith(".sql")).sort();

/** Lists the migrations of this checkout, oldest first. */
export async function readMigrations(): Promise<Migration[]> {
  const migrations: Migration[] = [];
  // One after the other: there are more of them than files that some systems let a process open.
  for (const file of await migrationFiles()) {
    const [, version = "", name = ""] = /^(\d+)_(.+)\.sql$/u.exec(file) ?? [];
    migrations.push({ version, name, sql: await readFile(fileURLToPath(new URL(file, migrationsFolder)), "utf8") });
  }
  return migrations;
}

async function run(file: URL, url: string): Promise<void> {
  const sql = await readFile(file, "utf8");
  await withClient(url, (client) => client.query(sql));
}

/** Creates in an empty database what a hosted project starts with. Safe to repeat. */
export const createSupabaseRoles = (url: string): Promise<void> => run(rolesFile, url);

/** Makes sessions of @supabase/lite, whose tables have to be there, end before they become slow. Safe to repeat. */
export const limitSessions = (url: string): Promise<void> => run(sessionsFile, url);

/** Versions of the migrations that a database has, oldest first. */
export async function readApplied(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ version: string }>(
    "select version from supabase_migrations.schema_migrations order by version",
  );
  return rows.map(({ version }) => version);
}

/**
 * Refuses a database, which may be empty, with a migration that this checkout does not know: this code is older than the database.
 * @throws StackError
 */
export async function refuseNewer(url: string): Promise<void> {
  const known = new Set((await migrationFiles()).map((file) => file.split("_", 1)[0]));
  await withClient(url, async (client) => {
    const { rows } = await client.query<{ done: boolean }>(
      "select to_regclass('supabase_migrations.schema_migrations') is not null as done",
    );
    if (!rows[0]?.done) return;
    const done = await readApplied(client);
    const newer = done.find((version) => !known.has(version));
    if (newer !== undefined)
      throw new StackError(
        `The database was last used by a newer version of this project: its migration ${newer} is not in this checkout. Start that version again; or go back to the backup from before the update: npx prelaunch restore FILE --replace (docs/backup.md)`,
      );
  });
}

interface MigrateOptions {
  /** Versions to apply; all by default. */
  only?: readonly string[] | undefined;
  /** Logs one line before a database that already has data is changed, as a million rows take seconds. */
  log?: ((line: string) => void) | undefined;
}

/**
 * Applies the migrations that are not recorded yet, each in its own transaction, and records them where the Supabase CLI does,
 * so that `supabase db push` can continue from there. With `only`, all others are left for later.
 * @throws StackError naming the migration that failed, which is rolled back, as {@link apply} does.
 */
export async function migrate(url: string, { only, log }: MigrateOptions = {}): Promise<void> {
  const migrations = (await readMigrations()).filter(({ version }) => only?.includes(version) ?? true);
  await withClient(url, async (client) => {
    const done = new Set(await readApplied(client));
    const missing = migrations.filter(({ version }) => !done.has(version));
    if (done.size > 0 && missing.length > 0)
      log?.(`The database is being updated: ${missing.length === 1 ? "1 migration" : `${missing.length} migrations`}.`);
    for (const migration of missing) await apply(client, migration);
  });
}

/**
 * Applies and records one migration.
 * @throws StackError that says where in its file the mistake is, with that line's text, where PostgreSQL says it.
 */
export async function apply(client: Client, { version, name, sql }: Migration): Promise<void> {
  try {
    await client.query("begin");
    await client.query(sql);
    await client.query(
      "insert into supabase_migrations.schema_migrations (version, name, statements) values ($1, $2, array[$3])",
      [version, name, sql],
    );
    await client.query("commit");
  } catch (cause) {
    const [line, text] = lineOf(sql, cause);
    // It is rolled back as its connection is closed, which may be lost already.
    throw new StackError(`supabase/migrations/${version}_${name}.sql${line}: ${messageOf(cause)}${text}`, { cause });
  }
}

/** The line at which an error of PostgreSQL is, as `:3`, and its text; both empty where it has no place. */
function lineOf(sql: string, error: unknown): [line: string, text: string] {
  const position = error instanceof Error && "position" in error ? error.position : undefined;
  if (typeof position !== "string") return ["", ""];
  // It counts characters, and begins with 1.
  const before = [...sql].slice(0, Number(position) - 1).join("");
  const line = before.split("\n").length;
  return [`:${line}`, `\n  ${sql.split("\n")[line - 1]?.trim()}`];
}
