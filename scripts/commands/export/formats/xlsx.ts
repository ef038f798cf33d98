import { isoTime, isTrue, nullCell, unescape } from "../copy/text.ts";
import type { ExportRequest } from "../request/request.ts";
import { sheetName } from "../../../records/sheetNames.ts";
import { msToSerial } from "../../../records/source/xlsx/serial.ts";
import { type ColumnKind, kindOf } from "../request/tables.ts";
import { heightFor, isProse, sheetHead, sheetPath, sheetTail, style, workbookParts } from "./xlsxParts.ts";
import type { ZipEntry } from "./zip.ts";

/** Most rows of a sheet, its header included (Excel specifications and limits). */
const sheetRows = 1_048_576;

// XML 1.0 (section 2.2) cannot hold these characters, neither as they are nor escaped.
/* oxlint-disable no-control-regex, require-unicode-regexp -- control characters and lone surrogates are looked for */
const illegal =
  /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;
const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", "\r": "&#13;" };
/** An underscore that a spreadsheet would take for the start of its own escape (ECMA-376 part 1, 22.9.2.19: `_x000D_`). */
const escapeLike = /_(?=x[\dA-Fa-f]{4}_)/gu;
/** Characters that one of these rules may apply to; most cells have none. */
const suspicious = /[^\t\n\x20-\x25\x27-\x3B=?-\x5E\x60-\x7E\u00A0-\uD7FF\uE000-\uFFFD]/;
const escape = (text: string): string =>
  suspicious.test(text)
    ? text
        .replace(illegal, "\uFFFD")
        .replaceAll(escapeLike, "_x005F_")
        .replaceAll(/[&<>\r]/gu, (character) => entities[character] ?? character)
    : text;
/* oxlint-enable no-control-regex, require-unicode-regexp */

/** White space that a spreadsheet drops unless it is told to keep it (XML 1.0, section 2.10). */
const spaced = /^\s|\s$|[\t\n\r]|\s\s/u;
const text = (place: string, value: string, styled: number): string =>
  `<c r="${place}" t="inlineStr" s="${styled}"><is><t${spaced.test(value) ? ' xml:space="preserve"' : ""}>${escape(value)}</t></is></c>`;

/** A time in UTC as a spreadsheet counts it, to a tenth of a millisecond. */
const serial = (iso: string): string => msToSerial(Date.parse(iso)).toFixed(9);

/** The letters of a column, counted from 0: A to Z, then AA. */
const letters = (index: number): string =>
  (index < 26 ? "" : letters(Math.floor(index / 26) - 1)) + String.fromCodePoint(65 + (index % 26));

type Sheet = Pick<ExportRequest, "subject" | "columns" | "raw">;

/** The cells of a row in COPY's text format; those past the columns are left out. */
type Row = readonly string[];

/**
 * The files of an Excel workbook with real dates and booleans; rows are taken as they come, at most `mostRows` in a sheet with
 * its header. All other cells are text that never becomes a formula (style `text`), unless `raw`. Each row and cell says where
 * it is, which ECMA-376 does not ask for, but Gnumeric, xlsx2csv and ExcelJS do.
 */
export async function* workbookEntries(
  { subject, columns, raw }: Sheet,
  batches: AsyncIterable<readonly Row[]>,
  mostRows = sheetRows,
): AsyncGenerator<ZipEntry> {
  const places = columns.map((column, index) => ({
    kind: kindOf(column),
    letters: letters(index),
    styled: raw ? style.plain : isProse(column) ? style.prose : style.text,
  }));
  const cell = (place: string, kind: ColumnKind, styled: number, value: string | undefined): string => {
    if (value === undefined || value === nullCell) return "";
    if (kind === "flag") return `<c r="${place}" t="b"><v>${Number(isTrue(value))}</v></c>`;
    if (kind === "time") return `<c r="${place}" s="${style.timestamp}"><v>${serial(isoTime(value))}</v></c>`;
    return text(place, unescape(value), styled);
  };
  const headerRow = `<row r="1">${columns.map((column, index) => text(`${letters(index)}1`, column, style.header)).join("")}</row>`;
  const proses = places.flatMap(({ styled }, index) => (styled === style.prose ? [index] : []));
  const height = (row: Row): string =>
    proses.length === 0 ? "" : heightFor(proses.map((index) => unescape(row[index] ?? nullCell)));
  const rowAt = (line: number, row: Row): string =>
    `<row r="${line}"${height(row)}>${places.map((place, index) => cell(`${place.letters}${line}`, place.kind, place.styled, row[index])).join("")}</row>`;
  const source = batches[Symbol.asyncIterator]();
  let waiting: readonly Row[] = [];
  let done = false;
  const more = async (): Promise<void> => {
    while (waiting.length === 0 && !done) {
      const next = await source.next();
      if (next.done) done = true;
      else waiting = next.value;
    }
  };
  async function* sheet(): AsyncGenerator<string> {
    yield sheetHead(columns) + headerRow;
    for (let last = 1; last < mostRows && waiting.length > 0; await more()) {
      const rows = waiting.slice(0, mostRows - last);
      waiting = waiting.slice(rows.length);
      yield rows.map((row, nth) => rowAt(last + nth + 1, row)).join("");
      last += rows.length;
    }
    yield sheetTail;
  }
  const sheets: string[] = [];
  await more();
  do {
    sheets.push(sheetName(subject, sheets.length + 1));
    yield { path: sheetPath(sheets.length), content: sheet() };
  } while (waiting.length > 0);
  for (const [path, content] of Object.entries(workbookParts(sheets))) yield { path, content: [content] };
}
