import type { OpenFile } from "../openFile.ts";
import type { Source } from "../source.ts";
import { readParts } from "./parts.ts";
import { sheetRows } from "./rows.ts";

/**
 * Opens a workbook (.xlsx), of which the first sheet that is shown is read.
 * @throws CliError `failed` when it is not a workbook, is damaged or is too large.
 */
export async function openWorkbook(
  file: OpenFile,
): Promise<Pick<Source, "description" | "workbook" | "delimiter" | "mark" | "records">> {
  const parts = await readParts(file);
  const others = parts.others.map(({ name, hidden }) => (hidden ? `hidden ${name}` : name)).join(", ");
  return {
    description: `a workbook, sheet "${parts.name}"${others === "" ? "" : ` alone (not ${others})`}`,
    workbook: true,
    delimiter: ",",
    // A CSV file made from a workbook is for Excel, which needs the mark.
    mark: true,
    records: (onBytes) => sheetRows(file, parts, onBytes),
  };
}
