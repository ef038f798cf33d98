import { neutralise } from "../../../csv/neutralise.ts";
import { record } from "../../../csv/record.ts";
import type { ExportRequest } from "../request/request.ts";

const byteOrderMark = "\uFEFF";

/** What ends a line of CSV: LF, as the tools of a shell expect, or CRLF with `--excel`. */
export const lineEnd = ({ excel }: Pick<ExportRequest, "excel">): string => (excel ? "\r\n" : "\n");

/**
 * What comes before the first row: for CSV as RFC 4180 has it a header row, for Excel behind a byte order mark; for NDJSON,
 * one object a line (https://github.com/ndjson/ndjson-spec), nothing; nor before the rows of a workbook, as they are spooled.
 */
export function textHead({ format, columns, excel, raw }: ExportRequest): string {
  if (format !== "csv") return "";
  return `${excel ? byteOrderMark : ""}${record(raw ? columns : columns.map(neutralise))}${lineEnd({ excel })}`;
}
