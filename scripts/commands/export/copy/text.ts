import type { ExportRequest } from "../request/request.ts";
import type { Cursor } from "../request/tables.ts";

// COPY's text format (PostgreSQL's manual, COPY, "Text Format"): a line a row, cells between tabs, `\N` for null.

/** Ends a row. */
export const newline = "\n".charCodeAt(0);

/** The cell that is null. */
export const nullCell = "\\N";

const escapes: Record<string, string> = { b: "\b", f: "\f", n: "\n", r: "\r", t: "\t", v: "\v" };

/** What a text cell that is not null says. */
export const unescape = (cell: string): string =>
  cell.includes("\\") ? cell.replaceAll(/\\(.)/gsu, (_, character: string) => escapes[character] ?? character) : cell;

/** What a boolean cell that is not null says: `t` by COPY, `true` by the pages. */
export const isTrue = (cell: string): boolean => cell.startsWith("t");

/** A time in UTC as PostgreSQL writes it, `2026-05-01 10:00:00.5+00` or `infinity`, the way PostgREST does. */
export const isoTime = (time: string): string => (time.includes(" ") ? `${time.replace(" ", "T")}:00` : time);

/** The columns that are read for an export: its own, and behind them the keys that it is taken up by. */
export const columnsRead = ({ columns }: Pick<ExportRequest, "columns">): string[] => [
  ...columns,
  ...["created_at", "id"].filter((key) => !columns.includes(key)),
];

/** The cells of a line, which has no line end. */
export const cellsOf = (line: string): string[] => line.split("\t");

/** The key of the last row of whole lines. */
export function lastKey(lines: Buffer, read: readonly string[]): Cursor {
  const cells = cellsOf(lines.toString("utf8", lines.lastIndexOf(newline, -2) + 1, lines.length - 1));
  const cell = (column: string) => cells[read.indexOf(column)] ?? "";
  return { created_at: isoTime(cell("created_at")), id: cell("id") };
}
