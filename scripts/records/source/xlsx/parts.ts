import { CliError } from "../../../cli/errors.ts";
import { continues } from "../../sheetNames.ts";
import type { OpenFile } from "../openFile.ts";
import { otherArchive } from "../otherFile.ts";
import { openPackage, type Package } from "./package.ts";
import { readString } from "./text.ts";
import type { XmlHandler } from "./xml.ts";
import type { ZipEntry } from "./zip.ts";

/** Most bytes of the strings, unpacked, which are held in memory: those of a million addresses take some 40 MB. */
const largestStrings = 256 * 1024 * 1024;

/** What a cell's format says about its value. */
export interface CellFormat {
  /** It is shown as a date. */
  date: boolean;
  /** Its text was typed after an apostrophe, which is not part of the text (ECMA-376 part 1, section 18.8.45). */
  literal: boolean;
}

/** A sheet with rows, and its name. */
export interface Sheet {
  entry: ZipEntry;
  name: string;
}

/** The parts of a workbook that are needed to read its rows. */
export interface WorkbookParts {
  /** The first sheet that is shown, or the first one where all are hidden; and, of an export of ours, those that continue it. */
  sheets: Sheet[];
  /** The other sheets. */
  others: { name: string; hidden: boolean }[];
  strings: string[];
  /** Cell formats, by their index. */
  formats: CellFormat[];
  /** Days count from 1904 (ECMA-376 part 1, section 18.17.4.1), as on old Macs. */
  from1904: boolean;
}

// ECMA-376 part 1, section 18.8.30: the built-in formats that show a day, including those for East Asia.
const builtInDates = new Set([14, 15, 16, 17, 22, 27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 55, 56, 57, 58]);
/** A format with a day or a year outside quotes, brackets and escapes. No bracket is within another: that might take minutes to find. */
const showsDay = (code: string): boolean => /[dy]/iu.test(code.replaceAll(/"[^"]*"|\[[^[\]]*\]|\\./gu, ""));

async function readStrings(read: (handler: XmlHandler) => Promise<void>): Promise<string[]> {
  const strings: string[] = [];
  let current = "";
  let inText = false;
  let phonetic = false;
  await read({
    open(name) {
      if (name === "si") current = "";
      if (name === "rPh") phonetic = true;
      inText = name === "t" && !phonetic;
    },
    text: (text) => void (inText && (current += text)),
    close(name) {
      if (name === "t") inText = false;
      if (name === "rPh") phonetic = false;
      if (name === "si") strings.push(readString(current));
    },
  });
  return strings;
}

async function readFormats(read: (handler: XmlHandler) => Promise<void>): Promise<CellFormat[]> {
  const custom = new Map<string, string>();
  const formats: CellFormat[] = [];
  let inCellFormats = false;
  await read({
    open(name, { numFmtId = "", formatCode = "", quotePrefix = "" }) {
      if (name === "numFmt") custom.set(numFmtId, formatCode);
      if (name === "cellXfs") inCellFormats = true;
      if (name === "xf" && inCellFormats)
        formats.push({
          date: builtInDates.has(Number(numFmtId)) || showsDay(custom.get(numFmtId) ?? ""),
          literal: /^(?:1|true)$/u.test(quotePrefix),
        });
    },
    close: (name) => void (name === "cellXfs" && (inCellFormats = false)),
  });
  return formats;
}

/**
 * The path of the workbook itself. The package names it (section 12.3.23 of part 1): Microsoft 365 may write
 * `xl/workbook2.xml`. Undefined for what is no workbook, or is not in XML.
 */
async function workbookPath({ find, related }: Package): Promise<string | undefined> {
  const named = (await related("")).find(({ kind }) => kind === "officeDocument")?.path ?? "";
  return [named, "xl/workbook.xml"].find((path) => /^(?!word\/|ppt\/).+\.xml$/iu.test(path) && find(path));
}

/** Kinds of sheets that have no rows (sections 12.3.2 and 12.3.7 of part 1; [MS-OFFMACRO2] section 2.2.1.1). */
const rowless = /^(?:chart|dialog|xlMacro|xlIntlMacro)sheet$/u;

const noSheet = ({ name }: OpenFile): CliError => new CliError("failed", `${name} has no sheet.`);

/**
 * Reads the parts of a workbook that are needed to read its rows (ECMA-376 part 1, sections 12.3 and 18).
 * @throws CliError `failed` when the archive is not a workbook, is damaged or is too large.
 */
export async function readParts(file: OpenFile): Promise<WorkbookParts> {
  const whole = await openPackage(file);
  const main = await workbookPath(whole);
  if (main === undefined) throw otherArchive(file.name, whole.names);
  const related = await whole.related(main);
  const sheets: { name: string; path: string; hidden: boolean }[] = [];
  let from1904 = false;
  await whole.read(main, {
    open(name, attributes) {
      if (name === "workbookPr") from1904 = /^(?:1|true)$/u.test(attributes.date1904 ?? "");
      if (name !== "sheet") return;
      // Usually `r:id`, but any prefix may stand for the namespace of relationships.
      const [, id] = Object.entries(attributes).find(([attribute]) => attribute.endsWith(":id")) ?? [];
      const { kind = "", path = "" } = related.find((one) => one.id === id) ?? {};
      // `hidden` or `veryHidden` (ECMA-376 part 1, section 18.18.68).
      const hidden = attributes.state?.toLowerCase().endsWith("hidden") ?? false;
      if (!rowless.test(kind)) sheets.push({ name: attributes.name ?? "", path, hidden });
    },
  });
  const first = sheets.find(({ hidden }) => !hidden) ?? sheets[0];
  if (!first) throw noSheet(file);
  const read = sheets.filter((one) => one === first || (!one.hidden && continues(first.name, one.name)));
  const opened = read.map(({ name, path }) => {
    const entry = whole.find(path);
    if (!entry) throw noSheet(file);
    return { name, entry };
  });
  /** The path of a part of one kind, or the usual one. */
  const pathOf = (kind: string) => related.find((one) => one.kind === kind)?.path ?? `xl/${kind}.xml`;
  return {
    sheets: opened,
    others: sheets.filter((one) => !read.includes(one)),
    strings: await readStrings((handler) => whole.read(pathOf("sharedStrings"), handler, largestStrings)),
    formats: await readFormats((handler) => whole.read(pathOf("styles"), handler)),
    from1904,
  };
}
