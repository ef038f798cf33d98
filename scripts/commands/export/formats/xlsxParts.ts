import { cells } from "../../../cli/terminalText.ts";
import { type ColumnKind, kindOf } from "../request/tables.ts";

// Parts of an Office Open XML workbook (ECMA-376 part 1, section 18) that do not depend on the rows.
const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const relationships = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const packageRelationships = "http://schemas.openxmlformats.org/package/2006/relationships";
const contentType = "application/vnd.openxmlformats-officedocument.spreadsheetml";

/** Cell styles, by their index in {@link styles}. */
export const style = { plain: 0, header: 1, text: 2, timestamp: 3, prose: 4 } as const;

/** Whether a column holds texts that may have several lines. */
export const isProse = (column: string): boolean => column === "reason" || column === "note";

/** Width of such a column, in characters, and how many of them a line of prose has: they are narrower than digits. */
const proseWidth = 60;
const proseLine = 66;

/** Height of a line of text, and the greatest height of a row in Excel, in points. */
const lineHeight = 15;
const greatestHeight = 409;

/** The lines that a text takes in a column of prose, about: no reader's font is known. */
const linesOf = (text: string): number =>
  text.split(/\r\n|\n|\r/u).reduce((sum, line) => sum + Math.max(1, Math.ceil(cells(line) / proseLine)), 0);

/** The attribute for a row's height, which Excel works out by itself, but LibreOffice does not; empty where a line is enough. */
export function heightFor(proses: readonly string[]): string {
  const lines = Math.max(1, ...proses.map(linesOf));
  return lines === 1 ? "" : ` ht="${Math.min(lines * lineHeight, greatestHeight)}"`;
}

/**
 * The styles `text` and `prose` have the text format and the quote prefix, which is how a spreadsheet itself stores the
 * apostrophe of a neutralised cell: it stays text when it is edited, and shows no apostrophe. Without wrapping, Excel runs the
 * lines of a text together, and LibreOffice shows the last one, over the row above. Times are on the left, under their header,
 * where they do not touch the next column.
 */
const asText = 'xfId="0" numFmtId="49" quotePrefix="1" applyNumberFormat="1" applyAlignment="1"';
const styles = `${head}<styleSheet xmlns="${main}"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss.000"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="5"><xf xfId="0"/><xf xfId="0" fontId="1" applyFont="1"/><xf ${asText}><alignment vertical="top"/></xf><xf xfId="0" numFmtId="164" applyNumberFormat="1" applyAlignment="1"><alignment horizontal="left" vertical="top"/></xf><xf ${asText}><alignment vertical="top" wrapText="1"/></xf></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;

/** Every file of the package but the sheets: its path, and content. */
export function workbookParts(sheetNames: readonly string[]): Record<string, string> {
  const sheets = sheetNames.map((name, index) => ({ name, id: index + 1 }));
  return {
    "xl/workbook.xml": `${head}<workbook xmlns="${main}" xmlns:r="${relationships}"><bookViews><workbookView/></bookViews><sheets>${sheets.map(({ name, id }) => `<sheet name="${name}" sheetId="${id}" r:id="rId${id}"/>`).join("")}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `${head}<Relationships xmlns="${packageRelationships}">${sheets.map(({ id }) => `<Relationship Id="rId${id}" Type="${relationships}/worksheet" Target="worksheets/sheet${id}.xml"/>`).join("")}<Relationship Id="rId${sheets.length + 1}" Type="${relationships}/styles" Target="styles.xml"/></Relationships>`,
    "xl/styles.xml": styles,
    "_rels/.rels": `${head}<Relationships xmlns="${packageRelationships}"><Relationship Id="rId1" Type="${relationships}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    "[Content_Types].xml": `${head}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${contentType}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${contentType}.styles+xml"/>${sheets.map(({ id }) => `<Override PartName="/xl/worksheets/sheet${id}.xml" ContentType="${contentType}.worksheet+xml"/>`).join("")}</Types>`,
  };
}

/** Path of a sheet in the package; the first is 1. */
export const sheetPath = (sheet: number): string => `xl/worksheets/sheet${sheet}.xml`;

/** Widths that show most values in full, in characters, by kind; the rows are not known yet when a sheet begins. */
const widths: Record<ColumnKind, number> = { text: 26, time: 25, flag: 10, id: 38 };
/** The same for columns whose values are unlike most of their kind. */
const ownWidths: Record<string, number> = {
  email: 34,
  role: 22,
  reason: proseWidth,
  note: proseWidth,
  status: 12,
  source: 20,
};

/** The part of a sheet before its rows; the header row stays visible. */
export function sheetHead(columns: readonly string[]): string {
  const cols = columns.map(
    (column, index) =>
      `<col min="${index + 1}" max="${index + 1}" width="${ownWidths[column] ?? widths[kindOf(column)]}" customWidth="1"/>`,
  );
  return `${head}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${cols.join("")}</cols><sheetData>`;
}

/** The part after the rows. */
export const sheetTail = "</sheetData></worksheet>";
