import { unzipSync } from "fflate";
import { workbookEntries } from "../../scripts/commands/export/formats/xlsx.ts";
import { zip } from "../../scripts/commands/export/formats/zip.ts";
import type { Subject } from "../../scripts/commands/export/request/tables.ts";

/** A row of one text, in COPY's text format. */
export const row = (text: string) => [
  text.replaceAll("\\", "\\\\").replaceAll("\t", "\\t").replaceAll("\n", "\\n").replaceAll("\r", "\\r"),
];

/** The parts of an exported workbook; its rows are given in COPY's text format. */
export async function workbookOf(columns: string[], rows: string[][], subject: Subject = "beta") {
  async function* batches() {
    yield rows;
  }
  const chunks: Uint8Array[] = [];
  for await (const chunk of zip(workbookEntries({ subject, columns, raw: false }, batches()))) chunks.push(chunk);
  return unzipSync(Buffer.concat(chunks));
}

/** The XML of its first sheet. */
export const sheetOf = async (columns: string[], rows: string[][]): Promise<string> =>
  new TextDecoder().decode((await workbookOf(columns, rows))["xl/worksheets/sheet1.xml"]);
