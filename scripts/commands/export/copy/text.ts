import type { ExportRequest } from "../request/request.ts";
import type { Cursor } from "../request/tables.ts";

// COPY's text format (PostgreSQL's manual, COPY, "Text Format"): one line per row, tabs between cells, `\N` for null.

/** Ends a row. */
export const newline = "\n".charCodeAt(0);

/** The cell that is null. */
export const nullCell = "\\N";

const escapes: Record<string, string> = { b: "\b", f: "\f", n: "\n", r: "\r", t: "\t", v: "\v" };

/** The text of a cell that is not null. */
export const unescape = (cell: string): string =>
  cell.includes("\\") ? cell.replaceAll(/\\(.)/gsu, (_, character: string) => escapes[character] ?? character) : cell;

/** The value of a boolean cell that is not null: COPY writes `t`, the pages `true`. */
export const isTrue = (cell: string): boolean => cell.startsWith("t");

/** Turns a time in UTC from PostgreSQL's notation (`2026-05-01 10:00:00.5+00` or `infinity`) into that of PostgREST. */
export const isoTime = (time: string): string => (time.includes(" ") ? `${time.replace(" ", "T")}:00` : time);

/** The columns that are read for an export: the requested ones, then the keys for resuming it that are not among them. */
export const columnsRead = ({ columns }: Pick<ExportRequest, "columns">): string[] => [
  ...columns,
  ...["created_at", "id"].filter((key) => !columns.includes(key)),
];

/** The cells of a line without its line end. */
export const cellsOf = (line: string): string[] => line.split("\t");

/** The key of the last row in a block of whole lines. */
export function lastKey(lines: Buffer, read: readonly string[]): Cursor {
  const cells = cellsOf(lines.toString("utf8", lines.lastIndexOf(newline, -2) + 1, lines.length - 1));
  const cell = (column: string) => cells[read.indexOf(column)] ?? "";
  return { created_at: isoTime(cell("created_at")), id: cell("id") };
}
