import { cellsOf, columnsRead, isoTime, isTrue, newline, nullCell, unescape } from "../copy/text.ts";
import { transcriber } from "../copy/transcribe.ts";
import type { ExportRequest } from "../request/request.ts";
import { type ColumnKind, kindOf } from "../request/tables.ts";
import { lineEnd } from "./text.ts";

/** Turns whole lines of COPY into content of the file, and counts them. */
export type RowWriter = (lines: Buffer) => { content: Buffer; rows: number };

/** Writes the rows of an export in its format; those of a workbook, which is made at the end, stay as they are. */
export function rowWriter(request: ExportRequest): RowWriter {
  switch (request.format) {
    case "csv":
      return transcriber({
        kinds: columnsRead(request).map(kindOf),
        written: request.columns.length,
        raw: request.raw,
        lineEnd: lineEnd(request),
      });
    case "ndjson":
      return ndjsonWriter(request.columns);
    case "xlsx":
      return (content) => ({ content, rows: countLines(content) });
  }
}

function countLines(lines: Buffer): number {
  let count = 0;
  for (let at = lines.indexOf(newline); at !== -1; at = lines.indexOf(newline, at + 1)) count += 1;
  return count;
}

function json(kind: ColumnKind, cell: string): string {
  if (cell === nullCell) return "null";
  switch (kind) {
    case "flag":
      return String(isTrue(cell));
    case "time":
      return `"${isoTime(cell)}"`;
    case "id":
      return `"${cell}"`;
    case "text":
      return JSON.stringify(unescape(cell));
  }
}

function ndjsonWriter(columns: readonly string[]): RowWriter {
  const named = columns.map((column) => ({ name: JSON.stringify(column), kind: kindOf(column) }));
  return (lines) => {
    const records = lines.toString("utf8", 0, lines.length - 1).split("\n");
    const written = records.map((record) => {
      const cells = cellsOf(record);
      return `{${named.map(({ name, kind }, index) => `${name}:${json(kind, cells[index] ?? nullCell)}`).join(",")}}\n`;
    });
    return { content: Buffer.from(written.join("")), rows: records.length };
  };
}
