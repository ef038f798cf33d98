import { type Client, escapeIdentifier } from "pg";
import { to as copyTo } from "pg-copy-streams";
import { readApplied } from "../database/migrate.ts";
import type { EmbeddedKeys } from "../folder/keys.ts";
import { type Entry, maxEntry } from "./archive.ts";
import { type BackupSums, headEntry, keysEntry, partName, rowsHash, sumsEntry } from "./manifest.ts";

/** Settings by which every value has one spelling, whatever the server's configuration, and no statement times out. */
export const backupSettings = `set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres'; set timezone = 'UTC';
  set extra_float_digits = 1; set bytea_output = 'hex'; set client_encoding = 'UTF8'; set statement_timeout = 0;
  set idle_in_transaction_session_timeout = 0`;

/**
 * The columns of each table, by `<schema>.<table>`. PostgreSQL's own tables are left out, and so are the
 * records of migrations, which are written when these are applied.
 */
export async function readTables(client: Client): Promise<Record<string, string[]>> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(`
    select n.nspname || '.' || c.relname as name,
      (select coalesce(array_agg(a.attname::text order by a.attnum), '{}') from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and c.relpersistence = 'p' and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
      and (n.nspname, c.relname) not in (('supabase_migrations', 'schema_migrations'), ('public', 'migration_files')) order by 1`);
  return Object.fromEntries(rows.map(({ name, columns }) => [name, columns]));
}

/** A table's name, quoted for SQL. */
export const quoted = (table: string): string => table.split(".").map(escapeIdentifier).join(".");

/** A table's name and columns, quoted for COPY. */
export const forCopy = (table: string, columns: readonly string[]): string =>
  `${quoted(table)} (${columns.map(escapeIdentifier).join(", ")})`;

async function readSequences(client: Client): Promise<BackupSums["sequences"]> {
  const { rows } = await client.query<{ name: string; last: string }>(
    "select schemaname || '.' || sequencename as name, last_value::text as last from pg_sequences where last_value is not null order by 1",
  );
  return Object.fromEntries(rows.map(({ name, last }) => [name, last]));
}

/** Joins chunks of rows to parts of a quarter of the most that one may have. */
async function* partsOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let joined: Buffer[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    joined.push(chunk);
    size += chunk.length;
    if (size < maxEntry / 4) continue;
    yield Buffer.concat(joined);
    [joined, size] = [[], 0];
  }
  if (size > 0) yield Buffer.concat(joined);
}

/**
 * Yields the parts of a backup: head, keys, the rows of every table as COPY writes them, sums. All rows are from one snapshot,
 * whatever is written meanwhile, and memory use does not depend on their number.
 * @param client connected as superuser
 * @param at is called with the number of rows that have been read
 */
export async function* dump(
  client: Client,
  keys: EmbeddedKeys,
  createdAt: Date,
  at: (rows: number) => void = () => undefined,
): AsyncGenerator<Entry> {
  await client.query(backupSettings);
  await client.query("begin isolation level repeatable read read only");
  const tables = await readTables(client);
  const { rows } = await client.query<{ server_version: string }>("show server_version");
  const postgres = rows[0]?.server_version ?? "";
  const sums: BackupSums = { tables: {}, sequences: await readSequences(client) };
  yield headEntry({ createdAt: createdAt.toISOString(), postgres, migrations: await readApplied(client), tables });
  yield keysEntry(keys);
  const hash = rowsHash();
  let all = 0;
  for (const [table, columns] of Object.entries(tables)) {
    const stream = client.query(copyTo(`copy ${forCopy(table, columns)} to stdout`));
    let part = 0;
    for await (const body of partsOf(stream)) {
      hash.add(table, body);
      yield { name: partName(table, part++), body };
      at(all + stream.rowCount);
    }
    all += stream.rowCount;
    sums.tables[table] = { rows: stream.rowCount, sha256: hash.hex(table) };
  }
  await client.query("commit");
  yield sumsEntry(sums);
}
