import { strToU8, zipSync } from "fflate";

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
