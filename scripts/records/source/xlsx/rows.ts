import { CliError } from "../../../cli/errors.ts";
import type { SourceRecord } from "../../../csv/sourceRecord.ts";
import type { OpenFile } from "../openFile.ts";
import { type Cell, cellText, columnOf } from "./cell.ts";
import type { Sheet, WorkbookParts } from "./parts.ts";
import { readXml } from "./xml.ts";
import { entryBytes } from "./zip.ts";

/** Largest sheet that is read, unpacked, in bytes; and the most rows and columns that Excel itself allows. */
const largestSheet = 4 * 1024 * 1024 * 1024;
const mostRows = 1_048_576;
const mostColumns = 16_384;

/** Longest text of a cell, in characters; Excel allows 32,767, other programs some more. */
const longestText = 1024 * 1024;

/** A library that writes formulas leaves their results to a spreadsheet. To read nothing might bring back who unsubscribed. */
const uncalculated = ({ name }: OpenFile, line: number): CliError =>
  new CliError("failed", `${name} has a formula in row ${line} that was never calculated.`, {
    hint: "Open it in a spreadsheet, save it there, and give that file.",
  });

/** Of merged cells only the first has a value: whether it is meant for the rows below cannot be told. */
function requireOneRow({ name }: OpenFile, range: string): void {
  if (new Set(range.match(/\d+/gu)).size > 1)
    throw new CliError("failed", `${name} has cells that are merged over several rows: ${range}.`, {
      hint: "Unmerge them, and fill in each row.",
    });
}

/**
 * The rows of a workbook's sheet in constant memory, without blank ones. Empty cells at the end are added or removed
 * to give each row the width of the first, of this sheet or of the one that it continues, whose rows are counted on.
 * @throws CliError `failed` for a damaged or too large workbook, and for one that does not show what is in a row.
 */
export async function* sheetRows(
  file: OpenFile,
  parts: WorkbookParts,
  { entry }: Sheet,
  continued: { width: number | undefined; lines: number },
  onBytes: (bytes: number) => void,
): AsyncGenerator<SourceRecord[]> {
  const ready: SourceRecord[] = [];
  let row: string[] = [];
  let line = 0;
  let shown = true;
  const noCell: Cell = { column: -1, type: "n", style: 0, formula: false };
  let cell = noCell;
  let value = "";
  let inValue = false;
  // How the text is read (ECMA-376 part 1, section 18.4.6), as Japanese workbooks have it.
  let phonetic = false;
  let { width } = continued;
  const endRow = () => {
    if (line > mostRows) throw new CliError("failed", `${file.name} has more rows than a workbook can have.`);
    const cells = Array.from(row, (text) => text ?? "");
    if (cells.every((text) => text.trim() === "")) return;
    width ??= cells.length;
    while (cells.length < width) cells.push("");
    while (cells.length > width && cells.at(-1) === "") cells.pop();
    const record = { line: continued.lines + line, cells };
    ready.push(shown ? record : { ...record, hidden: true });
  };
  const bytes = entryBytes(file, entry, largestSheet, onBytes);
  const pieces = readXml(file.name, bytes, {
    open(name, { r = "", t = "n", s = "0", ref = "", hidden = "" }) {
      if (name === "row") {
        line = r === "" ? line + 1 : Number(r);
        row = [];
        shown = !/^(?:1|true)$/u.test(hidden);
        cell = noCell;
      } else if (name === "c") {
        const column = r === "" ? cell.column + 1 : columnOf(r);
        if (column < 0 || column >= mostColumns)
          throw new CliError("failed", `${file.name} is a damaged workbook: there is no cell ${r}.`);
        cell = { column, type: t, style: Number(s), formula: false };
        value = "";
      } else if (name === "rPh") phonetic = true;
      else if (name === "f") cell = { ...cell, formula: true };
      else if (name === "mergeCell") requireOneRow(file, ref);
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
      else if (name === "c") {
        if (cell.formula && cell.type === "n" && value === "") throw uncalculated(file, line);
        row[cell.column] = cellText(file, parts, cell, value);
      } else if (name === "row") endRow();
    },
  });
  try {
    while (!(await pieces.next()).done) yield ready.splice(0, ready.length);
    yield ready;
  } finally {
    await pieces.return(undefined);
  }
}
