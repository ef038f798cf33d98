import { neutralise } from "../../../csv/neutralise.ts";
import { record } from "../../../csv/record.ts";
import type { ExportRequest } from "../request/request.ts";

const byteOrderMark = "\uFEFF";

/** What ends a line of CSV: LF, as the tools of a shell expect, or CRLF with `--excel`. */
export const lineEnd = ({ excel }: Pick<ExportRequest, "excel">): string => (excel ? "\r\n" : "\n");

/**
 * What comes before the first row. CSV has a header row (RFC 4180), for Excel after a byte order mark; NDJSON, one object a line
 * (https://github.com/ndjson/ndjson-spec), has nothing, nor do the spooled rows of a workbook.
 */
export function textHead({ format, columns, excel, raw }: ExportRequest): string {
  if (format !== "csv") return "";
  return `${excel ? byteOrderMark : ""}${record(raw ? columns : columns.map(neutralise))}${lineEnd({ excel })}`;
}
