import { posix } from "node:path";
import { CliError } from "../../../cli/errors.ts";
import type { OpenFile } from "../openFile.ts";
import { otherArchive } from "../otherFile.ts";
import { readString } from "./text.ts";
import { readSmallXml } from "./xml.ts";
import { entryBytes, readDirectory, type ZipEntry } from "./zip.ts";

/** Largest parts that are held in memory, unpacked, in bytes: the strings of a million addresses take some 40 MB. */
const largestStrings = 256 * 1024 * 1024;
const largestPart = 16 * 1024 * 1024;

/** What a cell's format says about its value. */
export interface CellFormat {
  /** It is shown as a date. */
  date: boolean;
  /** Its text was typed after an apostrophe, which is not part of the text (ECMA-376 part 1, section 18.8.45). */
  literal: boolean;
}

/** The parts of a workbook that are needed to read its rows. */
export interface WorkbookParts {
  /** The first sheet that is shown, or the first one where all are hidden. */
  sheet: ZipEntry;
  name: string;
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
/** A format with a day or a year outside quotes, brackets and escapes. */
const showsDay = (code: string): boolean => /[dy]/iu.test(code.replaceAll(/"[^"]*"|\[[^\]]*\]|\\./gu, ""));

async function readStrings(read: (handler: Parameters<typeof readSmallXml>[2]) => Promise<void>): Promise<string[]> {
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

async function readFormats(
  read: (handler: Parameters<typeof readSmallXml>[2]) => Promise<void>,
): Promise<CellFormat[]> {
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
 * Reads the parts of a workbook that are needed to read its rows (ECMA-376 part 1, sections 12.3 and 18).
 * @throws CliError `failed` when the archive is not a workbook, is damaged or is too large.
 */
export async function readParts(file: OpenFile): Promise<WorkbookParts> {
  const entries = await readDirectory(file);
  // Case makes no difference (ECMA-376 part 2, section 9.1.1.2): some programs write `xl/SharedStrings.xml`.
  const byName = new Map(entries.map((entry) => [entry.name.toLowerCase(), entry]));
  const find = (name: string) => byName.get(name.toLowerCase());
  const reader =
    (name: string, limit = largestPart) =>
    async (handler: Parameters<typeof readSmallXml>[2]) => {
      const entry = find(name);
      if (entry) await readSmallXml(file.name, entryBytes(file, entry, limit), handler);
    };
  if (!find("xl/workbook.xml"))
    throw otherArchive(
      file.name,
      entries.map(({ name }) => name),
    );
  const targets = new Map<string, string>();
  await reader("xl/_rels/workbook.xml.rels")({
    open: (name, { Id = "", Target = "" }) => void (name === "Relationship" && targets.set(Id, Target)),
  });
  const sheets: { name: string; target: string; hidden: boolean }[] = [];
  let from1904 = false;
  await reader("xl/workbook.xml")({
    open(name, attributes) {
      if (name === "workbookPr") from1904 = /^(?:1|true)$/u.test(attributes.date1904 ?? "");
      if (name !== "sheet") return;
      // `hidden` or `veryHidden` (ECMA-376 part 1, section 18.18.68).
      const hidden = attributes.state?.toLowerCase().endsWith("hidden") ?? false;
      sheets.push({ name: attributes.name ?? "", target: targets.get(attributes["r:id"] ?? "") ?? "", hidden });
    },
  });
  const read = sheets.find(({ hidden }) => !hidden) ?? sheets[0];
  const sheet = read && find(posix.resolve("/xl", read.target).slice(1));
  if (!sheet) throw new CliError("failed", `${file.name} has no sheet.`);
  return {
    sheet,
    name: read.name,
    others: sheets.filter((one) => one !== read),
    strings: await readStrings(reader("xl/sharedStrings.xml", largestStrings)),
    formats: await readFormats(reader("xl/styles.xml")),
    from1904,
  };
}
