import { neutralise } from "../../../csv/neutralise.ts";
import { record } from "../../../csv/record.ts";
import type { ExportRequest } from "../request/request.ts";
import type { ExportRow } from "../request/tables.ts";

/** A format that is written row by row. */
export interface TextFormat {
  /** What comes before the first row. */
  head: string;
  rows(rows: readonly ExportRow[]): string;
}

const byteOrderMark = "\uFEFF";

/** CSV as RFC 4180 has it, with a header row; LF line ends, or for Excel CRLF and a byte order mark. */
export function csv({ columns, excel, raw }: Pick<ExportRequest, "columns" | "excel" | "raw">): TextFormat {
  const lineEnd = excel ? "\r\n" : "\n";
  const safe = raw ? (cell: string) => cell : neutralise;
  const cell = (value: string | boolean | null | undefined): string =>
    typeof value === "string" ? safe(value) : (value ?? "").toString();
  return {
    head: `${excel ? byteOrderMark : ""}${record(columns.map(safe))}${lineEnd}`,
    rows: (rows) => rows.map((row) => `${record(columns.map((column) => cell(row[column])))}${lineEnd}`).join(""),
  };
}

/** One JSON object a line, its keys in the order of the columns (https://github.com/ndjson/ndjson-spec). */
export const ndjson = ({ columns }: Pick<ExportRequest, "columns">): TextFormat => ({
  head: "",
  rows: (rows) => rows.map((row) => `${JSON.stringify(row, columns)}\n`).join(""),
});
