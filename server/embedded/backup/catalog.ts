import { type Client, escapeIdentifier } from "pg";
import { type BackupTable, qualified } from "./manifest.ts";

/** Settings by which every value has one spelling, whatever the server's configuration, and no statement times out. */
const settings = [
  "set datestyle = 'ISO, YMD'",
  "set intervalstyle = 'postgres'",
  "set timezone = 'UTC'",
  "set extra_float_digits = 1",
  "set bytea_output = 'hex'",
  "set client_encoding = 'UTF8'",
  "set statement_timeout = 0",
  "set idle_in_transaction_session_timeout = 0",
].join("; ");

/** Prepares a connection for reading or writing rows as text. */
export const useBackupSettings = (client: Client) => client.query(settings);

// Not the record of migrations, which is written when they are applied.
const ownTables = `c.relkind = 'r' and c.relpersistence = 'p' and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
  and (n.nspname, c.relname) <> ('supabase_migrations', 'schema_migrations')`;

/** The tables of the database; referenced tables come before those that reference them. */
export async function readTables(client: Client): Promise<BackupTable[]> {
  const { rows } = await client.query<BackupTable & { needs: string[] }>(`
    select n.nspname as schema, c.relname as name,
      (select coalesce(array_agg(a.attname::text order by a.attnum), '{}') from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
      (select coalesce(array_agg(pn.nspname || '.' || p.relname), '{}') from pg_constraint f
        join pg_class p on p.oid = f.confrelid join pg_namespace pn on pn.oid = p.relnamespace
        where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid) as needs
    from pg_class c join pg_namespace n on n.oid = c.relnamespace where ${ownTables} order by 1, 2`);
  const ordered: BackupTable[] = [];
  const done = new Set<string>();
  while (ordered.length < rows.length) {
    const waiting = rows.filter((table) => !done.has(qualified(table)));
    const ready = waiting.filter(({ needs }) => needs.every((name) => done.has(name)));
    // Circular references have no order; the foreign keys then fail when the rows are loaded.
    for (const { schema, name, columns } of ready.length > 0 ? ready : waiting) {
      ordered.push({ schema, name, columns });
      done.add(qualified({ schema, name }));
    }
  }
  return ordered;
}

/** A table's qualified name, quoted for SQL. */
export const tableName = ({ schema, name }: Pick<BackupTable, "schema" | "name">): string =>
  `${escapeIdentifier(schema)}.${escapeIdentifier(name)}`;

/** A table's columns, quoted for SQL. */
export const columnNames = ({ columns }: Pick<BackupTable, "columns">): string =>
  columns.map((column) => escapeIdentifier(column)).join(", ");

/** Number of rows, and a digest of their content that does not depend on their order, which loading may change. */
export async function sumTable(client: Client, table: BackupTable): Promise<{ rows: string; digest: string }> {
  const { rows } = await client.query<{ rows: string; digest: string }>(
    `select count(*)::text as rows, coalesce(sum(('x' || left(md5(row(${columnNames(table)})::text), 15))::bit(60)::bigint), 0)::text as digest from ${tableName(table)}`,
  );
  return rows[0] ?? { rows: "0", digest: "0" };
}

/** The sequences that have been used, with their last values. */
export async function readSequences(client: Client): Promise<{ schema: string; name: string; last: string }[]> {
  const { rows } = await client.query<{ schema: string; name: string; last: string }>(
    "select schemaname as schema, sequencename as name, last_value::text as last from pg_sequences where last_value is not null order by 1, 2",
  );
  return rows;
}
