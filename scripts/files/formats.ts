import type { Cell, Row as Cells } from "write-excel-file/node";
import { count } from "../../server/lib/amounts.ts";
import { CliError } from "../data/errors.ts";
import { neutralise, record, restore } from "./csv.ts";
import type { Row } from "./tables.ts";

/** The formats of an export, in the order that help shows. */
export const formats = ["csv", "ndjson", "xlsx"] as const;
export type Format = (typeof formats)[number];

/** How a format is written; `sheet` is the name of a workbook's sheet. */
interface Style {
  excel?: true;
  raw?: true;
  sheet: string;
}

/**
 * Makes the content of a file.
 * @throws CliError `failed` for more rows than a workbook has, and the errors of reading the rows.
 */
export function contentOf(
  format: Format,
  rows: AsyncIterable<Row[]>,
  columns: readonly string[],
  style: Style,
): AsyncIterable<string | Uint8Array> {
  switch (format) {
    case "csv":
      return csv(rows, columns, style);
    case "ndjson":
      return ndjson(rows, columns);
    case "xlsx":
      return xlsx(rows, columns, style);
  }
}

async function* csv(
  pages: AsyncIterable<Row[]>,
  columns: readonly string[],
  { excel, raw }: Style,
): AsyncGenerator<string> {
  const end = excel ? "\r\n" : "\n";
  const line = (cells: readonly string[]) => record(raw ? cells : cells.map(neutralise)) + end;
  yield (excel ? "\uFEFF" : "") + line(columns);
  for await (const rows of pages)
    yield rows.map((row) => line(columns.map((column) => String(row[column] ?? "")))).join("");
}

/** Writes an object a line (https://github.com/ndjson/ndjson-spec). */
async function* ndjson(pages: AsyncIterable<Row[]>, columns: readonly string[]): AsyncGenerator<string> {
  for await (const rows of pages)
    yield rows
      .map((row) => `${JSON.stringify(Object.fromEntries(columns.map((column) => [column, row[column]])))}\n`)
      .join("");
}
/** The largest number of rows that a sheet can have below its header (Excel specifications and limits). */
const mostRows = 1_048_575;

/** Column widths in characters, with which most values are fully visible. */
const widths: Record<string, number> = { id: 38, application_id: 38, email: 34, notified: 10, reason: 60, note: 60 };

function cellOf(column: string, value: Row[string]): Cell {
  if (value === null || value === undefined || value === "") return null;
  if (typeof value === "boolean") return { value, type: Boolean };
  if (typeof value === "number") return { value, type: Number };
  const time = column.endsWith("_at") ? new Date(value) : undefined;
  if (time && !Number.isNaN(time.getTime())) return { value: time, type: Date, format: "yyyy-mm-dd hh:mm:ss.000" };
  // A text is no formula, and in the format @ it stays one when it is edited. An import removes an apostrophe that
  // looks like ours, so such a text gets another one.
  const text = restore(value) === value ? value : neutralise(value);
  if (widths[column] === 60) return { value: text, type: String, format: "@", wrap: true };
  return neutralise(text) === text ? text : { value: text, type: String, format: "@" };
}

/**
 * A workbook with one sheet: texts, real dates and booleans below a header that stays visible. All of it is in memory.
 * @throws CliError `failed` for more rows than a sheet has.
 */
async function* xlsx(
  pages: AsyncIterable<Row[]>,
  columns: readonly string[],
  { sheet }: Style,
): AsyncGenerator<Uint8Array> {
  const data: Cells[] = [columns.map((value) => ({ value, type: String, fontWeight: "bold" }))];
  for await (const rows of pages) {
    if (data.length + rows.length > mostRows + 1)
      throw new CliError("failed", `A sheet has ${count(mostRows)} rows at most. Export csv instead.`);
    for (const row of rows) data.push(columns.map((column) => cellOf(column, row[column])));
  }
  const { default: writeWorkbook } = await import("write-excel-file/node");
  const widthOf = (column: string) => ({ width: widths[column] ?? 25 });
  yield await writeWorkbook(data, { sheet, stickyRowsCount: 1, columns: columns.map(widthOf) }).toBuffer();
}
