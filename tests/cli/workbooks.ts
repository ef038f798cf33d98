import { strToU8, unzipSync, zipSync } from "fflate";
import { workbookEntries } from "../../scripts/commands/export/formats/xlsx.ts";
import { zip } from "../../scripts/commands/export/formats/zip.ts";
import type { Subject } from "../../scripts/commands/export/request/tables.ts";

/** A row of one text, in COPY's text format. */
export const row = (text: string) => [
  text.replaceAll("\\", "\\\\").replaceAll("\t", "\\t").replaceAll("\n", "\\n").replaceAll("\r", "\\r"),
];

/** The parts of an exported workbook; its rows are given in COPY's text format, and `mostRows` is a sheet's size. */
export async function workbookOf(columns: string[], rows: string[][], subject: Subject = "beta", mostRows?: number) {
  async function* batches() {
    yield rows;
  }
  const chunks: Uint8Array[] = [];
  const entries = workbookEntries({ subject, columns, raw: false }, batches(), mostRows);
  for await (const chunk of zip(entries)) chunks.push(chunk);
  return unzipSync(Buffer.concat(chunks));
}

/** The XML of its first sheet. */
export const sheetOf = async (columns: string[], rows: string[][]): Promise<string> =>
  new TextDecoder().decode((await workbookOf(columns, rows))["xl/worksheets/sheet1.xml"]);

/** A workbook of another program with one sheet, and more or other parts. */
export const workbook = (sheet: string, more: Record<string, string> = {}, level: 0 | 6 = 6) =>
  zipSync(
    {
      "xl/worksheets/sheet1.xml": strToU8(sheet),
      "xl/workbook.xml": strToU8(
        '<workbook xmlns:r="r"><sheets><sheet name="People" sheetId="1" r:id="r1"/></sheets></workbook>',
      ),
      "xl/_rels/workbook.xml.rels": strToU8(
        '<Relationships><Relationship Id="r1" Target="worksheets/sheet1.xml"/></Relationships>',
      ),
      ...Object.fromEntries(Object.entries(more).map(([name, text]) => [name, strToU8(text)])),
    },
    { level },
  );
