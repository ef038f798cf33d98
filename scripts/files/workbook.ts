import { posix } from "node:path";
import { unzipSync } from "fflate";
import { SaxesParser } from "saxes";
import { CliError } from "../data/errors.ts";
import { serialToMs } from "./addresses.ts";
import { createBounds } from "./bounds.ts";

// We have our own reader, because read-excel-file crashes on common workbooks and reads errors as blanks
// (docs/decisions/0219).

/** The largest size of a workbook's unpacked parts, in bytes. Larger ones are a mistake or an attack on the memory. */
const mostUnpacked = 512 * 1024 * 1024;

/** How many bytes of XML are read at once. */
const pieceSize = 64 * 1024;

/** A sheet of a workbook; its rows, without blank ones, can be read as often as needed. */
export interface Sheet {
  name: string;
  rows(): Generator<SheetRow>;
  /** Whether a row may be hidden, by hand or by a filter. If not, no row has to be read to count the hidden ones. */
  mayHide: boolean;
}

interface SheetRow {
  line: number;
  cells: string[];
  hidden?: true;
}

type Attributes = Readonly<Record<string, string>>;

/** The callbacks for the elements of an XML part. Names come without their prefix. */
interface Handler {
  open(name: string, attributes: Attributes): void;
  text?(text: string): void;
  close?(name: string): void;
}

const isTrue = (value = ""): boolean => /^(?:1|true)$/u.test(value);

const refuse = (what: string, hint = "Open it in a spreadsheet, and save it there."): never => {
  throw new CliError("failed", what, { hint });
};

/** Reads XML; yields after each piece of it. */
function* pieces(file: string, bytes: Uint8Array = new Uint8Array(), { open, text, close }: Handler) {
  const parser = new SaxesParser();
  const local = (name: string) => name.slice(name.indexOf(":") + 1);
  const damaged = () => refuse(`${file} is a damaged workbook.`);
  parser.on("opentag", ({ name, attributes }) => open(local(name), attributes));
  if (text) parser.on("text", text);
  if (close) parser.on("closetag", ({ name }) => close(local(name)));
  // Entities could make a small file a huge one.
  parser.on("doctype", damaged);
  parser.on("error", damaged);
  const decoder = new TextDecoder();
  for (let at = 0; at < bytes.length; at += pieceSize) {
    parser.write(decoder.decode(bytes.subarray(at, at + pieceSize), { stream: true }));
    yield;
  }
  if (bytes.length > 0) parser.close();
}

function readXml(...given: Parameters<typeof pieces>): void {
  for (const _ of pieces(...given));
}

/** Spreadsheets write a character that XML cannot hold as `_x000D_` (ECMA-376 part 1, section 22.9.2.19). */
const unescape = (text: string): string =>
  text.replaceAll(/_x([\dA-Fa-f]{4})_/gu, (_, unit: string) => String.fromCharCode(Number.parseInt(unit, 16)));

/** The texts that cells share, without how they are read in Japanese (`rPh`). */
function readStrings(file: string, bytes: Uint8Array | undefined): string[] {
  const strings: string[] = [];
  let inside = "";
  let current = "";
  readXml(file, bytes, {
    open(name) {
      if (name === "si") current = "";
      if (inside !== "rPh" && (name === "t" || name === "rPh")) inside = name;
    },
    text: (text) => void (inside === "t" && (current += text)),
    close(name) {
      if (name === inside) inside = "";
      if (name === "si") strings.push(unescape(current));
    },
  });
  return strings;
}

/** Finds out for each format of cells whether it shows a day (sections 18.8.30 and 18.8.31 of part 1). */
function readDateFormats(file: string, bytes: Uint8Array | undefined): boolean[] {
  const custom = new Map<string, string>();
  const formats: boolean[] = [];
  let inCells = false;
  readXml(file, bytes, {
    open(name, { numFmtId = "", formatCode = "" }) {
      if (name === "numFmt") custom.set(numFmtId, formatCode.replaceAll(/"[^"]*"|\[[^[\]]*\]|\\./gu, ""));
      if (name === "cellXfs") inCells = true;
      const code = /^(?:1[4-7]|22|2[7-9]|3[016]|5[0-8])$/u.test(numFmtId) ? "d" : (custom.get(numFmtId) ?? "");
      if (name === "xf" && inCells) formats.push(/[dy]/iu.test(code));
    },
    close: (name) => void (name === "cellXfs" && (inCells = false)),
  });
  return formats;
}

/** The data that the cells of a sheet refer to. */
interface Shared {
  file: string;
  strings: string[];
  dates: boolean[];
  from1904: boolean;
}

/** The number of a column from a reference such as `AB12`, counted from 1. */
const columnOf = (reference: string): number =>
  [...reference.replace(/\d+$/u, "")].reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 64, 0);

function textOf(
  { file, strings, dates, from1904 }: Shared,
  { t = "n", s = "0", r }: Attributes,
  value: string,
): string {
  if (t === "s") return strings[Number(value)] ?? "";
  if (t === "b") return value === "1" ? "true" : "false";
  if (t === "e") return value === "#N/A" ? "" : refuse(`${file} has a formula in ${r} that failed (${value}).`);
  if (t !== "n" || !dates[Number(s)]) return t === "inlineStr" || t === "str" ? unescape(value) : value;
  const time = new Date(serialToMs(Number(value) + (from1904 ? 1462 : 0)));
  return Number.isNaN(time.getTime()) ? value : time.toISOString();
}

/** The rows of a sheet; each is filled up to the width of the first. Refuses what does not show who unsubscribed. */
function* sheetRows(shared: Shared, sheet: string, bytes: Uint8Array): ReturnType<Sheet["rows"]> {
  const { file } = shared;
  const check = createBounds(`Sheet "${sheet}" of ${file}`);
  const ready: SheetRow[] = [];
  let [cells, line, width, formula, hidden]: [string[], number, number, boolean, boolean] = [[], 0, 0, false, false];
  let [cell, column, value, inside]: [Attributes, number, string, string] = [{}, 0, "", ""];
  const endCell = () => {
    if (formula && value === "" && (cell.t ?? "n") === "n")
      refuse(`${file} has a formula in row ${line} that was never calculated.`);
    if (value === "") return;
    check(line, column, column - cells.length);
    while (cells.length < column) cells.push("");
    cells[column - 1] = textOf(shared, cell, value);
  };
  const endRow = () => {
    while (cells.at(-1)?.trim() === "") cells.pop();
    if (cells.length === 0) return;
    width ||= cells.length;
    check(line, width, width - cells.length);
    while (cells.length < width) cells.push("");
    ready.push({ line, cells, ...(hidden && { hidden: true }) });
  };
  const read = pieces(file, bytes, {
    open(name, attributes) {
      if (name === "row") {
        [line, cells, column] = [Number(attributes.r ?? line + 1), [], 0];
        hidden = isTrue(attributes.hidden);
      }
      if (name === "c") {
        [cell, value, formula] = [attributes, "", false];
        column = attributes.r === undefined ? column + 1 : columnOf(attributes.r);
      } else if (name === "f") formula = true;
      else if (name === "mergeCell" && new Set(attributes.ref?.match(/\d+/gu)).size > 1)
        refuse(
          `${file} has cells that are merged over several rows: ${attributes.ref}.`,
          "Unmerge them, and fill in each row.",
        );
      if (inside !== "rPh") inside = name;
    },
    text: (text) => void ((inside === "v" || inside === "t") && (value += text)),
    close(name) {
      if (name === "c") endCell();
      else if (name === "row") endRow();
      if (inside !== "rPh" || name === "rPh") inside = "";
    },
  });
  for (const _ of read) yield* ready.splice(0);
}

/** The parts of the archive, by their names in lower case. */
function unzip(file: string, bytes: Uint8Array): Map<string, Uint8Array> {
  let unpacked = 0;
  const filter = ({ name, originalSize }: { name: string; originalSize: number }) => {
    unpacked += originalSize;
    if (unpacked > mostUnpacked) refuse(`${file} is too large when unpacked.`, "Save it as CSV.");
    return /\.(?:xml|rels)$/iu.test(name);
  };
  try {
    return new Map(Object.entries(unzipSync(bytes, { filter })).map(([name, part]) => [name.toLowerCase(), part]));
  } catch (cause) {
    throw cause instanceof CliError ? cause : new CliError("failed", `${file} is a damaged workbook.`, { cause });
  }
}

/**
 * Opens a workbook (.xlsx; ECMA-376 part 1, section 12.3).
 * @throws CliError `failed` when it is none, is damaged or too large, or while its rows are read, when they do not
 *   show what is in them.
 */
export function readWorkbook(file: string, bytes: Uint8Array): Sheet[] {
  const parts = unzip(file, bytes);
  const part = (path = "") => parts.get(path.toLowerCase());
  const related = (path: string) => {
    const all: { id: string; kind: string; path: string }[] = [];
    readXml(file, part(posix.join(posix.dirname(path), "_rels", `${posix.basename(path)}.rels`)), {
      open(name, { Id: id = "", Type: type = "", Target: target = "" }) {
        const to = posix.resolve("/", posix.dirname(path), target).slice(1);
        if (name === "Relationship") all.push({ id, kind: posix.basename(type), path: to });
      },
    });
    return all;
  };
  // Microsoft 365 may call it xl/workbook2.xml.
  const main = related("").find(({ kind }) => kind === "officeDocument")?.path ?? "xl/workbook.xml";
  if (!part(main)?.length || /^(?:word|ppt)\//u.test(main))
    refuse(
      `${file} is an archive, but not an Excel workbook.`,
      "Unpack it, and give a CSV file in it; or save it as .xlsx or CSV.",
    );
  const relations = related(main);
  const partOf = (kind: string) => part(relations.find((one) => one.kind === kind)?.path ?? `xl/${kind}.xml`);
  const dates = readDateFormats(file, partOf("styles"));
  const shared = { file, strings: readStrings(file, partOf("sharedStrings")), dates, from1904: false };
  const sheets: Sheet[] = [];
  readXml(file, part(main), {
    open(element, attributes) {
      if (element === "workbookPr") shared.from1904 = isTrue(attributes.date1904);
      const [, id] = Object.entries(attributes).find(([attribute]) => attribute.endsWith(":id")) ?? [];
      const { kind = "", path } = relations.find((one) => one.id === id) ?? {};
      const sheet = element !== "sheet" || /chart|dialog|macro/iu.test(kind) ? undefined : part(path);
      const title = unescape(attributes.name ?? "");
      if (!sheet) return;
      const mayHide = Buffer.from(sheet.buffer, sheet.byteOffset, sheet.byteLength).includes("hidden=");
      sheets.push({ name: title, rows: () => sheetRows(shared, title, sheet), mayHide });
    },
  });
  return sheets;
}
