import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { thisRelease } from "../lib/release.ts";

const migrationsFolder = new URL("../../supabase/migrations/", import.meta.url);

/** One file of supabase/migrations, named `<version>_<name>.sql`. */
export interface Migration {
  version: string;
  name: string;
  sql: string;
  /** SHA-256 of the file, in hex. */
  sha256: string;
}

/** A migration as a database, or a backup of one, records it; without hash and release where nothing was recorded. */
export interface AppliedMigration {
  version: string;
  name: string | null;
  /** SHA-256 of the file, in hex. */
  sha256: string | null;
  /** The release that applied it. */
  release: string | null;
}

const sha256Of = (text: string): string => createHash("sha256").update(text).digest("hex");

/** Lists the migrations of this checkout, or those in another folder, oldest first. */
export async function readMigrations(folder: URL = migrationsFolder): Promise<Migration[]> {
  const migrations: Migration[] = [];
  const files = (await readdir(folder)).filter((file) => file.endsWith(".sql")).sort();
  // One after the other: there are more of them than files that some systems let a process open.
  for (const file of files) {
    const [, version = "", name = ""] = /^(\d+)_(.+)\.sql$/u.exec(file) ?? [];
    const sql = await readFile(fileURLToPath(new URL(file, folder)), "utf8");
    migrations.push({ version, name, sql, sha256: sha256Of(sql) });
  }
  return migrations;
}

/** One hash of migrations in their order, as the database's schema_sha256() makes it. */
export const schemaOf = (migrations: readonly Pick<AppliedMigration, "version" | "sha256">[]): string =>
  sha256Of(migrations.map(({ version, sha256 }) => `${version} ${sha256 ?? ""}`).join("\n"));

const unrecorded = "is of a version before 1.0, which recorded no files";
const anew = "with that version export the lists, and import them into a new database (docs/import.md).";

/**
 * Says in one sentence which applied migration was made by another file than this checkout's, and what to do;
 * undefined if none was. Migrations that are not in this checkout are left out.
 */
export function changedMigration(
  applied: readonly AppliedMigration[],
  known: readonly Migration[],
): string | undefined {
  for (const { version, sha256, release } of applied) {
    const file = known.find((migration) => migration.version === version);
    if (!file || file.sha256 === sha256) continue;
    const name = `supabase/migrations/${version}_${file.name}.sql`;
    return sha256 === null
      ? `${name}: what was applied ${unrecorded}: ${anew}`
      : `${name} is not the file that version ${release} applied: ${backTo(String(release))}`;
  }
  return undefined;
}

const backTo = (release: string): string =>
  `take that file back, as a change of the database is a new file, or use version ${release} again.`;

const literal = (value: string): string => `'${value.replaceAll("'", "''")}'`;
const valuesOf = (known: readonly Migration[]): string =>
  known.map(({ version, name, sha256 }) => `(${[version, name, sha256].map(literal).join(", ")})`).join(",\n  ");

/** SQL that fails, by the same sentence, where a hosted project has other migrations than these files. */
export const compareStatement = (known: readonly Migration[]): string => `do $compare$
declare
  other text;
begin
  if to_regclass('public.migration_files') is not null then
    select format('supabase/migrations/%s_%s.sql is not the file that version %s applied: ${backTo("%s")}',
        g.version, g.name, f.release, f.release)
      into other from public.migration_files f join (values
  ${valuesOf(known)}) g (version, name, sha256)
      on g.version = f.version where g.sha256 <> f.sha256 order by g.version limit 1;
  elsif to_regclass('supabase_migrations.schema_migrations') is not null then
    select format('supabase/migrations/%s_%s.sql: what was applied ${unrecorded}: ${anew}', version, name)
      into other from supabase_migrations.schema_migrations where version = ${literal(known[0]?.version ?? "")};
  end if;
  if other is not null then raise exception '%', other; end if;
end $compare$;
`;

/** SQL that records these files, as far as they were applied and are not recorded yet. */
export const recordStatement = (
  known: readonly Migration[],
): string => `insert into public.migration_files (version, name, sha256, release)
  select g.version, g.name, g.sha256, ${literal(thisRelease())} from (values
  ${valuesOf(known)}) g (version, name, sha256)
    join supabase_migrations.schema_migrations m on m.version = g.version on conflict (version) do nothing;
`;
