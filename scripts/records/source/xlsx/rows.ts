import { CliError } from "../../../cli/errors.ts";
import { neutralise } from "../../../csv/neutralise.ts";
import type { SourceRecord } from "../../../csv/sourceRecord.ts";
import { serialToMs } from "./serial.ts";
import type { OpenFile } from "../openFile.ts";
import type { WorkbookParts } from "./parts.ts";
import { readString } from "./text.ts";
import { readXml } from "./xml.ts";
import { entryBytes } from "./zip.ts";

/** Largest sheet that is read, unpacked, in bytes; and the most rows and columns that Excel itself allows. */
const largestSheet = 4 * 1024 * 1024 * 1024;
const mostRows = 1_048_576;
const mostColumns = 16_384;

/** Longest text of a cell, in characters; Excel allows 32,767, other programs some more. */
const longestText = 1024 * 1024;

/** Days between the 1900 and the 1904 date system. */
const offset1904 = 1462;

/** Number of a column from a reference such as `AB12`, the first being 0. */
function columnOf(reference: string): number {
  let column = 0;
  for (const letter of /^[A-Z]{1,3}/u.exec(reference)?.[0] ?? "") column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}

/** Where a cell is, and what its element says about its value. */
interface Cell {
  column: number;
  type: string;
  style: number;
}

/** A cell's text as a CSV file would have it; days and times in ISO 8601. */
function cellText({ name }: OpenFile, parts: WorkbookParts, { type, style }: Cell, value: string): string {
  if (value === "") return "";
  const { date = false, literal = false } = parts.formats[style] ?? {};
  // The import takes an apostrophe before a formula for our own protection, and removes it. This one is text: it gets another.
  const text = (whole: string) => (literal && whole.startsWith("'") ? neutralise(whole) : whole);
  if (type === "s") {
    const shared = parts.strings[Number(value)];
    if (shared === undefined)
      throw new CliError("failed", `${name} is a damaged workbook: there is no string ${value}.`);
    return text(shared);
  }
  if (type === "b") return value === "1" ? "true" : "false";
  if (type === "e") return "";
  if (type === "inlineStr" || type === "str") return text(readString(value));
  if (type !== "n" || !date) return value;
  const time = new Date(serialToMs(Number(value) + (parts.from1904 ? offset1904 : 0)));
  return Number.isNaN(time.getTime()) ? value : time.toISOString();
}

/**
 * The rows of a workbook's sheet in constant memory, without blank ones. Empty cells at the end are added or removed
 * to give each row the width of the first.
 * @throws CliError `failed` for a damaged or too large workbook.
 */
export async function* sheetRows(
  file: OpenFile,
  parts: WorkbookParts,
  onBytes?: (bytes: number) => void,
): AsyncGenerator<SourceRecord[]> {
  const ready: SourceRecord[] = [];
  let row: string[] = [];
  let line = 0;
  let cell: Cell = { column: -1, type: "n", style: 0 };
  let value = "";
  let inValue = false;
  // How the text is read (ECMA-376 part 1, section 18.4.6), as Japanese workbooks have it.
  let phonetic = false;
  let width: number | undefined;
  const endRow = () => {
    if (line > mostRows) throw new CliError("failed", `${file.name} has more rows than a workbook can have.`);
    const cells = Array.from(row, (text) => text ?? "");
    if (cells.every((text) => text.trim() === "")) return;
    width ??= cells.length;
    while (cells.length < width) cells.push("");
    while (cells.length > width && cells.at(-1) === "") cells.pop();
    ready.push({ line, cells });
  };
  const bytes = entryBytes(file, parts.sheet, largestSheet, onBytes);
  const pieces = readXml(file.name, bytes, {
    open(name, { r = "", t = "n", s = "0" }) {
      if (name === "row") {
        line = r === "" ? line + 1 : Number(r);
        row = [];
        cell = { column: -1, type: "n", style: 0 };
      } else if (name === "c") {
        const column = r === "" ? cell.column + 1 : columnOf(r);
        if (column < 0 || column >= mostColumns)
          throw new CliError("failed", `${file.name} is a damaged workbook: there is no cell ${r}.`);
        cell = { column, type: t, style: Number(s) };
        value = "";
      } else if (name === "rPh") phonetic = true;
      else inValue = name === "v" || (name === "t" && !phonetic);
    },
    text(text) {
      if (!inValue) return;
      value += text;
      if (value.length > longestText)
        throw new CliError("failed", `${file.name} is a damaged workbook: a text in row ${line} is too long.`);
    },
    close(name) {
      if (name === "v" || name === "t") inValue = false;
      else if (name === "rPh") phonetic = false;
      else if (name === "c") row[cell.column] = cellText(file, parts, cell, value);
      else if (name === "row") endRow();
    },
  });
  try {
    while (!(await pieces.next()).done) yield ready.splice(0, ready.length);
    yield ready;
  } finally {
    await pieces.return(undefined);
  }
}
