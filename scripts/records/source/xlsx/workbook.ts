import type { OpenFile } from "../openFile.ts";
import type { Source } from "../source.ts";
import { readParts } from "./parts.ts";
import { sheetRows } from "./rows.ts";

/**
 * Opens a workbook (.xlsx), of which the first sheet is read.
 * @throws CliError `failed` when it is none, or a damaged or too large one.
 */
export async function openWorkbook(
  file: OpenFile,
): Promise<Pick<Source, "description" | "delimiter" | "mark" | "records">> {
  const parts = await readParts(file);
  const [first, ...others] = parts.sheets;
  return {
    description: `a workbook, sheet "${first}"${others.length > 0 ? ` alone (not ${others.join(", ")})` : ""}`,
    delimiter: ",",
    // For Excel, which opened the workbook.
    mark: true,
    records: (onBytes) => sheetRows(file, parts, onBytes),
  };
}
