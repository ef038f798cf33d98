import type { OpenFile } from "../openFile.ts";
import type { Source } from "../source.ts";
import { readParts } from "./parts.ts";
import { recordsOf } from "./sheets.ts";

const listed = (names: readonly string[]): string =>
  new Intl.ListFormat("en-GB").format(names.map((name) => `"${name}"`));

/**
 * Opens a workbook (.xlsx), of which the first sheet that is shown is read, and the ones that continue it in an export of ours.
 * @throws CliError `failed` when it is not a workbook, is damaged or is too large.
 */
export async function openWorkbook(
  file: OpenFile,
): Promise<Pick<Source, "description" | "workbook" | "delimiter" | "mark" | "records">> {
  const parts = await readParts(file);
  const { sheets } = parts;
  const others = parts.others.map(({ name, hidden }) => (hidden ? `hidden ${name}` : name)).join(", ");
  return {
    description: `a workbook, ${sheets.length === 1 ? "sheet" : "sheets"} ${listed(sheets.map(({ name }) => name))}${others === "" ? "" : ` alone (not ${others})`}`,
    workbook: true,
    delimiter: ",",
    // A CSV file made from a workbook is for Excel, which needs the mark.
    mark: true,
    records: (onBytes) => recordsOf(file, parts, onBytes),
  };
}
