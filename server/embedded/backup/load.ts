import { pipeline } from "node:stream/promises";
import { type Client, DatabaseError } from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { changedMigration, readMigrations } from "../../supabase/migrations.ts";
import { withClient } from "../database/withClient.ts";
import { lostConnection } from "../errors/stackError.ts";
import type { EmbeddedKeys } from "../folder/keys.ts";
import { prepareDatabase } from "../lite/lite.ts";
import { BackupError, damaged, type Entry } from "./archive.ts";
import { backupSettings, forCopy, quoted, readTables } from "./dump.ts";
import {
  type BackupHead,
  type BackupSums,
  parseHead,
  parseKeys,
  parseSums,
  rowsHash,
  tableOfPart,
} from "./manifest.ts";

/** A backup whose head has been read, but not its rows. */
export interface OpenBackup {
  head: BackupHead;
  keys: EmbeddedKeys;
  /** Loads the rows into an empty database, verifies them, and applies this checkout's newer migrations. */
  restore(databaseUrl: string): Promise<BackupSums>;
}

/** Ends the mails that wait, until an operator says so: most of them have been sent since the backup was made. */
const holdMails = `
  update public.email_outbox set failed_at = now(), leased_until = null, last_error = 'restored'
    where sent_at is null and failed_at is null`;

/**
 * Reads the head and the keys of a backup; changes nothing yet.
 * @param log says that the restored rows are being migrated, where they are of an older version
 * @throws BackupError if it is damaged, or was made by a newer version.
 */
export async function openBackup(entries: AsyncGenerator<Entry>, log?: (line: string) => void): Promise<OpenBackup> {
  const next = async (): Promise<Entry | undefined> => {
    const { done, value } = await entries.next();
    return done ? undefined : value;
  };
  const head = parseHead(await next());
  const keys = parseKeys(await next());
  const known = await readMigrations();
  const migrations = head.migrations.map(({ version }) => version);
  const newer = migrations.find((version) => !known.some((migration) => migration.version === version));
  if (newer !== undefined)
    throw new BackupError(
      `The backup holds migration ${newer}, which is not in this checkout. Restore it with the version that made it, or a newer one.`,
    );
  const changed = changedMigration(head.migrations, known);
  if (changed !== undefined) throw new BackupError(`The backup does not fit: ${changed}`);
  return {
    head,
    keys,
    async restore(databaseUrl) {
      await prepareDatabase({ databaseUrl, keys, migrations, log });
      const sums = await withClient(databaseUrl, (client) => load(client, head, entries));
      if (known.length > migrations.length) await prepareDatabase({ databaseUrl, keys, log });
      await withClient(databaseUrl, (client) => client.query(holdMails));
      return sums;
    },
  };
}

/**
 * Loads the rows of a backup into a database with the same migrations, in one transaction, and verifies their sums. Replaces what
 * the tables held before.
 * @throws BackupError if the backup is damaged or does not fit; then nothing has changed.
 */
async function load(client: Client, { tables }: BackupHead, entries: AsyncGenerator<Entry>): Promise<BackupSums> {
  await client.query(backupSettings);
  await client.query("begin");
  const existing = await readTables(client);
  // A name becomes part of a statement only if the database has it.
  for (const [table, columns] of Object.entries(tables))
    for (const column of columns)
      if (!existing[table]?.includes(column))
        throw new BackupError(
          `The backup holds ${table}.${column}, which the migrations of this version do not make. Nothing was changed.`,
        );
  await client.query(`truncate ${Object.keys(existing).map(quoted).join(", ")}`);
  // Neither our triggers run, which would change rows, nor those of foreign keys, as tables come in any order.
  await client.query("set local session_replication_role = replica");
  const hash = rowsHash();
  const loaded: Record<string, number> = {};
  let entry = await entries.next();
  const tableOf = ({ done, value }: typeof entry) => (done ? undefined : tableOfPart(value.name));
  // The parts of a table are one COPY, as they end anywhere in a row.
  async function* rowsOf(table: string): AsyncGenerator<Buffer> {
    for (; !entry.done && tableOf(entry) === table; entry = await entries.next()) {
      hash.add(table, entry.value.body);
      yield entry.value.body;
    }
  }
  for (let table = tableOf(entry); table !== undefined; table = tableOf(entry)) {
    const columns = tables[table];
    if (!columns) throw damaged(`it holds rows of ${table}, which its head does not name`);
    loaded[table] = (loaded[table] ?? 0) + (await copyRows(client, table, columns, rowsOf(table)));
  }
  const sums = parseSums(entry.done ? undefined : entry.value);
  if (!(await entries.next()).done) throw damaged("something follows its end");
  for (const table of Object.keys(tables)) {
    const { rows, sha256 } = sums.tables[table] ?? {};
    if (sha256 !== hash.hex(table) || rows !== (loaded[table] ?? 0))
      throw damaged(`the rows of ${table} are not those that were saved`);
  }
  for (const [name, value] of Object.entries(sums.sequences))
    await client.query("select setval(c.oid, $2) from pg_class c where c.oid = to_regclass($1) and relkind = 'S'", [
      name,
      value,
    ]);
  await client.query("commit");
  return sums;
}

/** Loads rows of a table. @throws BackupError that names the table, without the values that PostgreSQL's message quotes. */
async function copyRows(
  client: Client,
  table: string,
  columns: readonly string[],
  rows: AsyncIterable<Buffer>,
): Promise<number> {
  const sink = client.query(copyFrom(`copy ${forCopy(table, columns)} from stdin`));
  try {
    await pipeline(rows, sink);
    return sink.rowCount;
  } catch (error) {
    // An error because PostgreSQL has ended, or has no room (class 53), says nothing about the rows.
    if (!(error instanceof DatabaseError) || lostConnection(error) || error.code?.startsWith("53")) throw error;
    const constraint = error.constraint ? `, constraint ${error.constraint}` : "";
    throw damaged(`the rows of ${table} are refused (SQLSTATE ${error.code}${constraint})`);
  }
}
