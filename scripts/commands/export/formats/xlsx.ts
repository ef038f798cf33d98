import { strToU8, Zip, ZipDeflate } from "fflate";
import type { ExportRequest } from "../request/request.ts";
import type { ExportRow, Subject } from "../request/tables.ts";
import { sheetHead, sheetPath, sheetTail, style, workbookParts } from "./xlsxParts.ts";

/** Rows a sheet holds at most, its header included (Excel specifications and limits). */
const sheetRows = 1_048_576;

const titles: Record<Subject, string> = { waitlist: "Waitlist", beta: "Beta applications" };
const timestamps = new Set(["created_at", "confirmed_at", "unsubscribed_at", "reviewed_at"]);

// What XML 1.0 cannot hold (section 2.2) has no escape in it.
/* oxlint-disable no-control-regex, require-unicode-regexp -- control characters and lone surrogates are looked for */
const illegal =
  /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;
/* oxlint-enable no-control-regex, require-unicode-regexp */
const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", "\r": "&#13;" };
/** An underscore that would begin an escape of a spreadsheet's own (ECMA-376 part 1, 22.9.2.19: `_x000D_`). */
const escapeLike = /_(?=x[\dA-Fa-f]{4}_)/gu;
const escape = (text: string): string =>
  text
    .replace(illegal, "\uFFFD")
    .replaceAll(escapeLike, "_x005F_")
    .replaceAll(/[&<>\r]/gu, (character) => entities[character] ?? character);

const text = (value: string, styled: number): string =>
  `<c t="inlineStr" s="${styled}"><is><t xml:space="preserve">${escape(value)}</t></is></c>`;

/** Days since the last day of 1899, which is how a spreadsheet counts them; the time is UTC. */
const serial = (iso: string): number => Date.parse(iso) / 86_400_000 + 25_569;

/** A workbook is written from the rows on, in constant memory. */
export interface XlsxWriter {
  rows(rows: readonly ExportRow[]): void;
  end(): void;
}

/**
 * Writes an Excel workbook with real dates and booleans. All else is text that never becomes a formula (style `text`),
 * unless `raw`. The same rows give the same bytes.
 */
export function createXlsx(
  { subject, columns, raw }: Pick<ExportRequest, "subject" | "columns" | "raw">,
  emit: (chunk: Uint8Array) => void,
): XlsxWriter {
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    emit(chunk);
  });
  const add = (path: string): ZipDeflate => {
    const part = new ZipDeflate(path, { level: 6 });
    part.mtime = new Date(1980, 0, 1);
    zip.add(part);
    return part;
  };
  const textStyle = raw ? style.plain : style.text;
  const cell = (column: string, value: string | boolean | null | undefined): string => {
    if (value === null || value === undefined) return "<c/>";
    if (typeof value === "boolean") return `<c t="b"><v>${Number(value)}</v></c>`;
    return timestamps.has(column) ? `<c s="${style.timestamp}"><v>${serial(value)}</v></c>` : text(value, textStyle);
  };
  const headerRow = `<row>${columns.map((column) => text(column, style.header)).join("")}</row>`;
  const sheets: string[] = [];
  let sheet: ZipDeflate;
  let room = 0;
  const openSheet = () => {
    sheets.push(sheets.length === 0 ? titles[subject] : `${titles[subject]} ${sheets.length + 1}`);
    sheet = add(sheetPath(sheets.length));
    sheet.push(strToU8(sheetHead(columns) + headerRow));
    room = sheetRows - 1;
  };
  const closeSheet = () => sheet.push(strToU8(sheetTail), true);
  openSheet();
  return {
    rows(rows) {
      for (let start = 0; start < rows.length;) {
        if (room === 0) {
          closeSheet();
          openSheet();
        }
        const some = rows.slice(start, start + room);
        sheet.push(
          strToU8(
            some.map((row) => `<row>${columns.map((column) => cell(column, row[column])).join("")}</row>`).join(""),
          ),
        );
        start += some.length;
        room -= some.length;
      }
    },
    end() {
      closeSheet();
      for (const [path, content] of Object.entries(workbookParts(sheets))) add(path).push(strToU8(content), true);
      zip.end();
    },
  };
}
