import type { Client } from "pg";
import { to as copyTo } from "pg-copy-streams";
import type { EmbeddedKeys } from "../folder/keys.ts";
import { readApplied } from "../database/migrate.ts";
import { columnNames, readSequences, readTables, sumTable, tableName, useBackupSettings } from "./catalog.ts";
import { type BackupSums, jsonEntry, names, newHead, partName, partsHash, qualified } from "./manifest.ts";
import type { Progress } from "./progress.ts";
import { type Entry, maxEntry } from "./tar.ts";

/** Target size of a part in bytes; it may exceed this by one chunk of the connection (64 KiB). */
const partSize = maxEntry / 4;

/** Sources of a backup; `client` is connected as superuser, and `clock` dates the backup. */
export interface DumpOptions {
  client: Client;
  keys: EmbeddedKeys;
  clock: () => Date;
  /** Counts the rows read. */
  progress?: Progress;
}

/** Number of rows that end in a piece of COPY's text format, which escapes the line feeds within values. */
function countRows(body: Buffer): number {
  let n = 0;
  for (let at = body.indexOf(10); at !== -1; at = body.indexOf(10, at + 1)) n++;
  return n;
}

async function* blocks(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let held: Buffer[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    held.push(chunk);
    size += chunk.length;
    if (size < partSize) continue;
    yield Buffer.concat(held);
    [held, size] = [[], 0];
  }
  if (size > 0) yield Buffer.concat(held);
}

/**
 * Yields the parts of a backup: head, keys, the rows of every table as COPY writes them, sums. All rows are from one snapshot,
 * whatever is written meanwhile, and memory use does not depend on their number.
 */
export async function* dump({ client, keys, clock, progress }: DumpOptions): AsyncGenerator<Entry> {
  const hash = partsHash();
  const hashed = (entry: Entry): Entry => {
    hash.add(entry);
    return entry;
  };
  await useBackupSettings(client);
  await client.query("begin isolation level repeatable read read only");
  const tables = await readTables(client);
  const { rows } = await client.query<{ server_version: string }>("show server_version");
  const sums: BackupSums = { sha256: "", tables: {}, sequences: await readSequences(client) };
  for (const table of tables) sums.tables[qualified(table)] = await sumTable(client, table);
  progress?.total(Object.values(sums.tables).reduce((all, table) => all + Number(table.rows), 0));
  yield hashed(
    jsonEntry(
      names.head,
      newHead({
        createdAt: clock().toISOString(),
        postgres: rows[0]?.server_version ?? "",
        migrations: await readApplied(client),
        tables,
      }),
    ),
  );
  yield hashed(jsonEntry(names.keys, keys));
  let read = 0;
  for (const table of tables) {
    const stream = client.query(copyTo(`copy ${tableName(table)} (${columnNames(table)}) to stdout`));
    let part = 0;
    for await (const body of blocks(stream)) {
      yield hashed({ name: partName(qualified(table), part++), body });
      progress?.at((read += countRows(body)));
    }
  }
  await client.query("commit");
  yield jsonEntry(names.sums, { ...sums, sha256: hash.hex() });
}
