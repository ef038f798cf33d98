import { neutralise } from "../../../csv/neutralise.ts";
import { record } from "../../../csv/record.ts";
import type { ExportRequest } from "../request/request.ts";

const byteOrderMark = "\uFEFF";

export const lineEnd = ({ excel }: Pick<ExportRequest, "excel">): string => (excel ? "\r\n" : "\n");

/**
 * What comes before the first row: for CSV as RFC 4180 has it a header row, for Excel behind a byte order mark; for NDJSON,
 * one object a line (https://github.com/ndjson/ndjson-spec), nothing. The rows of a workbook are spooled as NDJSON.
 */
export function textHead({ format, columns, excel, raw }: ExportRequest): string {
  if (format !== "csv") return "";
  return `${excel ? byteOrderMark : ""}${record(raw ? columns : columns.map(neutralise))}${lineEnd({ excel })}`;
}

/** What the database is asked to write, in the terms of its `export_page`; those of a workbook with all that it needs. */
export function pageOf({ format, columns, ...request }: ExportRequest): object {
  return {
    ...request,
    format: format === "csv" ? "csv" : "ndjson",
    columns: format === "xlsx" ? [...new Set([...columns, "created_at", "id"])] : columns,
    line_end: lineEnd(request),
  };
}
