import { CliError } from "../../../cli/errors.ts";
import type { SourceRecord } from "../../../csv/sourceRecord.ts";
import type { OpenFile } from "../openFile.ts";
import type { Sheet, WorkbookParts } from "./parts.ts";
import { sheetRows } from "./rows.ts";

/** Each sheet begins with the header. Under another one, its cells would go to the wrong columns. */
function requireHeader({ name }: OpenFile, header: readonly string[], first: readonly string[], sheet: Sheet): void {
  if (header.length === first.length && header.every((cell, index) => cell.trim() === first[index]?.trim())) return;
  throw new CliError("failed", `The sheet "${sheet.name}" of ${name} does not begin as the one that it continues.`, {
    hint: "Give it the same names of columns in its first row. If it is another list, rename it.",
  });
}

/**
 * The rows of a workbook, of sheet after sheet, as if they were one: the header is in it once, and lines are counted on.
 * @throws CliError `failed`, as {@link sheetRows}, and for sheets that do not continue each other.
 */
export async function* recordsOf(
  file: OpenFile,
  parts: WorkbookParts,
  onBytes: (bytes: number) => void = () => undefined,
): AsyncGenerator<SourceRecord[]> {
  let header: string[] | undefined;
  let lines = 0;
  let bytes = 0;
  for (const sheet of parts.sheets) {
    const before = bytes;
    let begun = false;
    const rows = sheetRows(file, parts, sheet, { width: header?.length, lines }, (done) => onBytes(before + done));
    for await (const records of rows) {
      lines = records.at(-1)?.line ?? lines;
      const [first] = records;
      if (first && !begun) {
        begun = true;
        if (header) {
          requireHeader(file, header, first.cells, sheet);
          records.shift();
        }
        header ??= first.cells;
      }
      yield records;
    }
    bytes += sheet.entry.compressed;
  }
}
