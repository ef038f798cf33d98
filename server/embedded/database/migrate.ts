import { readFile } from "node:fs/promises";
import type { Client } from "pg";
import { StackError } from "../errors/stackError.ts";
import { type AppliedMigration, changedMigration, type Migration, readMigrations } from "../../supabase/migrations.ts";
import { thisRelease } from "../../lib/release.ts";
import { withClient } from "./withClient.ts";
import { messageOf } from "../../lib/caught.ts";

const rolesFile = new URL("./roles.sql", import.meta.url);
const sessionsFile = new URL("./sessions.sql", import.meta.url);

async function run(file: URL, url: string): Promise<void> {
  const sql = await readFile(file, "utf8");
  await withClient(url, (client) => client.query(sql));
}

/** Creates in an empty database what a hosted project starts with. Safe to repeat. */
export const createSupabaseRoles = (url: string): Promise<void> => run(rolesFile, url);

/** Makes sessions of @supabase/lite, whose tables have to be there, end before they become slow. Safe to repeat. */
export const limitSessions = (url: string): Promise<void> => run(sessionsFile, url);

/** The migrations that a database has, oldest first; none if it is empty. */
export async function readApplied(client: Client): Promise<AppliedMigration[]> {
  const exists = async (table: string) =>
    (await client.query<{ found: boolean }>("select to_regclass($1) is not null as found", [table])).rows[0]?.found;
  if (!(await exists("supabase_migrations.schema_migrations"))) return [];
  const files = (await exists("public.migration_files"))
    ? "public.migration_files"
    : "(select null as version, null as sha256, null as release)";
  const { rows } = await client.query<AppliedMigration>(
    `select m.version, m.name, f.sha256, f.release from supabase_migrations.schema_migrations m
       left join ${files} f on f.version = m.version order by m.version`,
  );
  return rows;
}

/**
 * Refuses a database, which may be empty, with a migration that this checkout does not know (this code is older than the database),
 * or that another file made than this checkout's.
 * @throws StackError
 */
export async function refuseOther(client: Client): Promise<void> {
  const known = await readMigrations();
  const done = await readApplied(client);
  const newer = done.find(({ version }) => !known.some((migration) => migration.version === version));
  if (newer !== undefined)
    throw new StackError(
      `The database was last used by a newer version of this project: its migration ${newer.version} is not in this checkout. Start that version again; or go back to the backup from before the update: npx prelaunch restore FILE --replace (docs/backup.md)`,
    );
  const changed = changedMigration(done, known);
  if (changed !== undefined) throw new StackError(changed);
}

interface MigrateOptions {
  /** Versions to apply; all by default. */
  only?: readonly string[] | undefined;
  /** Logs one line before a database that already has data is changed, as a million rows take seconds. */
  log?: ((line: string) => void) | undefined;
  /** Whether a join is stored and taken back in the changed database before the changes are kept. */
  trial?: boolean;
  /** Whether to take the changes back at the end. */
  dryRun?: boolean;
}

/**
 * Applies the migrations that are not recorded yet, all in one transaction, so that a database is never between two releases, and
 * records them where the Supabase CLI does, so that `supabase db push` can continue from there. With `only`, all others are left for
 * later. Returns how many there were.
 * @throws StackError naming the migration that failed, or what the trial met; nothing is changed then.
 */
export async function migrate(url: string, { only, log, trial, dryRun }: MigrateOptions = {}): Promise<number> {
  const migrations = (await readMigrations()).filter(({ version }) => only?.includes(version) ?? true);
  return withClient(url, async (client) => {
    const done = new Set((await readApplied(client)).map(({ version }) => version));
    const missing = migrations.filter(({ version }) => !done.has(version));
    if (done.size > 0 && missing.length > 0 && !dryRun)
      log?.(`The database is being updated: ${missing.length === 1 ? "1 migration" : `${missing.length} migrations`}.`);
    await client.query("begin");
    for (const migration of missing) await apply(client, migration);
    if (trial) await tryJoin(client);
    await client.query(dryRun ? "rollback" : "commit");
    return missing.length;
  });
}

/** Stores a join with the rights of the form backend, and takes it back. @throws StackError with PostgreSQL's reason. */
async function tryJoin(client: Client): Promise<void> {
  try {
    await client.query("set local role service_role");
    await client.query("select public.check_store()");
    await client.query("reset role");
  } catch (cause) {
    throw new StackError(`Nobody could join with this version's database: ${messageOf(cause)}`, { cause });
  }
}

/**
 * Applies and records one migration, in the caller's transaction.
 * @throws StackError that says where in its file the mistake is, with that line's text, where PostgreSQL says it.
 */
export async function apply(client: Client, { version, name, sql, sha256 }: Migration): Promise<void> {
  try {
    await client.query(sql);
    await client.query(
      "insert into supabase_migrations.schema_migrations (version, name, statements) values ($1, $2, array[$3])",
      [version, name, sql],
    );
    // The first migration makes this table.
    await client.query(
      "insert into public.migration_files (version, name, sha256, release) values ($1, $2, $3, $4) on conflict (version) do nothing",
      [version, name, sha256, thisRelease()],
    );
  } catch (cause) {
    const [line, text] = lineOf(sql, cause);
    // All is rolled back as the connection is closed, which may be lost already.
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
