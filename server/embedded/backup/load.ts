import { pipeline } from "node:stream/promises";
import { Readable } from "node:stream";
import { type Client, DatabaseError } from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { columnNames, readTables, sumTable, tableName, useBackupSettings } from "./catalog.ts";
import { lostConnection } from "../errors/stackError.ts";
import { BackupError, damaged, unlessDamaged } from "./backupError.ts";
import {
  type BackupHead,
  type BackupSums,
  type BackupTable,
  names,
  parseSums,
  partName,
  qualified,
} from "./manifest.ts";
import type { Entry } from "./tar.ts";

/** PostgreSQL's class 53: out of disk space, memory or connections. */
const outOfResources = /^53/u;

/**
 * Says which table was refused and why, without the values that PostgreSQL's message quotes. That PostgreSQL has ended, perhaps
 * because its disk is full, says nothing about the rows.
 */
function refused(table: string, error: unknown): unknown {
  if (!(error instanceof DatabaseError) || lostConnection(error)) return error;
  const constraint = error.constraint ? `, constraint ${error.constraint}` : "";
  return outOfResources.test(error.code ?? "")
    ? new BackupError(`There is no room for the rows of ${table}: ${error.message}`)
    : damaged(`the rows of ${table} are refused (SQLSTATE ${error.code}${constraint})`);
}

/** The table from the database's own catalog: a name in the backup becomes part of a statement only if it exists there. */
function counterpart(table: BackupTable, existing: readonly BackupTable[]): BackupTable {
  const name = qualified(table);
  const found = existing.find((one) => qualified(one) === name);
  if (!found)
    throw new BackupError(
      `The backup holds ${name}, which the migrations of this version do not make. Nothing was changed.`,
    );
  const unknown = table.columns.find((column) => !found.columns.includes(column));
  if (unknown !== undefined)
    throw new BackupError(
      `The backup holds ${name}.${unknown}, which this version does not know. Nothing was changed.`,
    );
  return { ...found, columns: table.columns };
}

/** Yields the parts that belong to one table, and returns the first that does not. */
function partsOf(entries: AsyncIterator<Entry>, first: Entry | undefined, table: string, seen: (entry: Entry) => void) {
  let entry = first;
  return {
    async *bodies(): AsyncGenerator<Buffer> {
      for (let part = 0; entry?.name === partName(table, part); part++) {
        seen(entry);
        yield entry.body;
        const next = await entries.next();
        entry = next.done ? undefined : next.value;
      }
    },
    rest: (): Entry | undefined => entry,
  };
}

/**
 * Loads the rows of a backup into a database with the same migrations, in one transaction, and verifies every table's count and
 * digest. Replaces what the tables held before.
 * @throws BackupError if the backup is damaged or does not fit; then nothing has changed.
 */
export async function load(
  client: Client,
  head: BackupHead,
  entries: AsyncIterator<Entry>,
  hash: { add(entry: Entry): void; hex(): string },
): Promise<BackupSums> {
  await useBackupSettings(client);
  await client.query("begin");
  const existing = await readTables(client);
  const counterparts = async () => head.tables.map((table) => counterpart(table, existing));
  const tables = await counterparts().catch(unlessDamaged(entries));
  if (existing.length > 0) await client.query(`truncate ${existing.map(tableName).join(", ")}`);
  const first = await entries.next();
  let entry: Entry | undefined = first.done ? undefined : first.value;
  for (const table of tables) {
    const parts = partsOf(entries, entry, qualified(table), hash.add);
    // Our own triggers would change rows or add others. Those of foreign keys stay enabled and check the rows.
    await client.query(`alter table ${tableName(table)} disable trigger user`);
    const sink = client.query(copyFrom(`copy ${tableName(table)} (${columnNames(table)}) from stdin`));
    await pipeline(Readable.from(parts.bodies(), { objectMode: false }), sink).catch((error: unknown) => {
      throw refused(qualified(table), error);
    });
    await client.query(`alter table ${tableName(table)} enable trigger user`);
    entry = parts.rest();
  }
  const sums = parseSums(entry);
  if (sums.sha256 !== hash.hex()) throw damaged(`its sum in ${names.sums} does not match`);
  if (!(await entries.next()).done) throw damaged("something follows its end");
  for (const table of tables) await compare(client, table, sums);
  for (const { schema, name, last } of sums.sequences)
    await client.query("select setval(format('%I.%I', $1::text, $2::text)::regclass, $3)", [schema, name, last]);
  await client.query("commit");
  return sums;
}

async function compare(client: Client, table: BackupTable, sums: BackupSums): Promise<void> {
  const name = qualified(table);
  const expected = sums.tables[name];
  const actual = await sumTable(client, table);
  if (expected?.rows !== actual.rows || expected.digest !== actual.digest)
    throw damaged(
      `${name} holds ${actual.rows} rows after loading where it held ${expected?.rows ?? "none"}, or others`,
    );
}
