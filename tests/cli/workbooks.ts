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

/** A workbook with sheets of one column. */
export function sheets(columns: Record<string, readonly string[]>): Uint8Array {
  const names = Object.keys(columns);
  const numbered = (text: (name: string, n: number) => string) => names.map(text).join("");
  const xml = (texts: readonly string[]) =>
    `<worksheet><sheetData>${texts.map((text) => `<row><c t="str"><v>${text}</v></c></row>`).join("")}</sheetData></worksheet>`;
  return workbook("<worksheet/>", {
    "xl/workbook.xml": `<workbook xmlns:r="r"><sheets>${numbered((name, n) => `<sheet name="${name}" r:id="r${n}"/>`)}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships>${numbered((_, n) => `<Relationship Id="r${n}" Target="worksheets/s${n}.xml"/>`)}</Relationships>`,
    ...Object.fromEntries(names.map((name, n) => [`xl/worksheets/s${n}.xml`, xml(columns[name] ?? [])])),
  });
}
