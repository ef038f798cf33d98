import { RestError } from "./restError.ts";
import { isRecord, type Row } from "./row.ts";
import { type Table, type TableName, tables } from "./tables.ts";
import { Unmocked } from "./unmocked.ts";
import { readValue } from "./values.ts";

/** The JSON of a request; `empty` stands for no body at all. @throws RestError when it is none. */
export async function readJson(request: Request, empty?: unknown): Promise<unknown> {
  const text = await request.text();
  if (text === "" && empty !== undefined) return empty;
  try {
    return JSON.parse(text);
  } catch {
    throw RestError.malformed();
  }
}

/**
 * The rows of a body, read for `wanted` columns: without them, rows must have the same ones, and no others than the table.
 * @throws RestError for columns that are not there, Unmocked for rows that lack one they are read for.
 */
export function readRows(table: TableName, body: unknown, wanted: readonly string[] | undefined): Row[] {
  const rows = Array.isArray(body) ? body : [body];
  if (rows.length === 0 || !rows.every(isRecord)) throw new Unmocked("a body without rows");
  const names = new Set(rows.map((row) => Object.keys(row).sort().join(",")));
  if (!wanted && names.size > 1) throw RestError.unevenRows();
  const { columns }: Table = tables[table];
  const read = wanted ?? Object.keys(rows[0] ?? {});
  if (read.length === 0) throw new Unmocked("a row without columns");
  return rows.map((row) =>
    Object.fromEntries(
      read.map((name) => {
        const column = Object.hasOwn(columns, name) ? columns[name] : undefined;
        if (!column) throw RestError.unknownColumnInBody(table, name);
        if (!(name in row)) throw new Unmocked(`a row without ${name}`);
        return [name, readValue(column.type, row[name])];
      }),
    ),
  );
}
