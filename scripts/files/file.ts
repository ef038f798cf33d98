import { isUtf8 } from "node:buffer";
import { readFile, stat } from "node:fs/promises";
import { resolve } from "node:path";
import { addAbortSignal } from "node:stream";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { parse } from "csv-parse";
import { counted } from "../../server/lib/amounts.ts";
import { codeOf } from "../../server/lib/caught.ts";
import { CliError, interruptedError, readError } from "../data/errors.ts";
import type { Io, Prompts } from "../cli/terminal/io.ts";
import { isAddress } from "./addresses.ts";
import { createBounds } from "./bounds.ts";
import type { Sheet } from "./workbook.ts";

/** What opening a file needs: the streams, and how to ask for the sheet of a workbook. */
type Opening = Pick<Io, "signal" | "in"> & { folder: string; prompts: Pick<Prompts, "choose"> | undefined };

/** A record of a file, with the number of the line or row on which it starts, counted from 1. */
export interface FileRecord {
  line: number;
  cells: string[];
}

export interface PeopleFile {
  /** The name of the file in messages, and its path; undefined for stdin and pipes. */
  name: string;
  path: string | undefined;
  /** The format in words for the operator, and whether the file is a workbook, of which one sheet is read. */
  described: string[];
  workbook: boolean;
  /** The delimiter for a file of the same kind, and whether that file begins with a byte order mark. */
  delimiter: string;
  mark: boolean;
  /**
   * Reads the records, without blank ones; it can be called again.
   * @throws CliError `failed` for a quote that is never closed, and the errors of a workbook's rows.
   */
  records(): AsyncGenerator<FileRecord>;
}

/** The longest record in bytes. A longer one means that a quote was left open. */
const longestRecord = 1024 * 1024;

/** How many bytes are decoded at once, and how many of a file are read to detect its kind and its delimiter. */
const pieceSize = 64 * 1024;

function* decoded(bytes: Buffer, encoding: string): Generator<string> {
  const decoder = new TextDecoder(encoding);
  for (let at = 0; at < bytes.length; at += pieceSize)
    yield decoder.decode(bytes.subarray(at, at + pieceSize), { stream: true });
  yield decoder.decode();
}

/**
 * The encoding by a byte order mark or the position of nulls (RFC 4627 section 3); of other files, Windows-1252
 * where it is not UTF-8.
 */
function encodingOf(bytes: Buffer): string {
  const [a, b] = bytes;
  if ((a === 0xff && b === 0xfe) || (a !== 0 && b === 0)) return "utf-16le";
  if ((a === 0xfe && b === 0xff) || (a === 0 && b !== 0)) return "utf-16be";
  return isUtf8(bytes) ? "utf-8" : "windows-1252";
}

/** The delimiter that is most frequent in a line, outside quotes; a comma where there is none. */
function delimiterOf(line: string): string {
  const bare = line.replaceAll(/"(?:[^"]|"")*"/gu, "");
  const [most = ","] = [",", ";", "\t", "|"].sort((a, b) => bare.split(b).length - bare.split(a).length);
  return most;
}

/**
 * Detects the delimiter from the first line of a file. An address there has none, because names may contain commas,
 * and addresses bars.
 */
const delimiterBy = (first: string): string => (isAddress(first) ? "\t" : delimiterOf(first));

/** Whether a line is quoted as a whole, such as `"email,name"`, which makes it one field. */
const isQuoted = (line: string): boolean => /^"(?:[^"]|"")*[,;\t|](?:[^"]|"")*"$/u.test(line.slice(0, 4096).trim());

async function* csvRecords(
  name: string,
  text: Iterable<string>,
  delimiter: string,
  skip: number,
): AsyncGenerator<FileRecord> {
  const check = createBounds(name);
  let line = 1;
  const starts: number[] = [];
  const parser = parse({
    delimiter,
    on_record(cells: string[]) {
      starts.push(line);
      line += 1 + cells.reduce((sum, cell) => sum + (cell.match(/\r\n|\n|\r/gu)?.length ?? 0), 0);
      return cells;
    },
    // Lines of one file may end differently, for example after two files were joined.
    record_delimiter: ["\r\n", "\n", "\r"],
    relax_quotes: true,
    relax_column_count: true,
    max_record_size: longestRecord,
  });
  // The loop throws the error instead.
  pipeline(text, parser).catch(() => undefined);
  try {
    for await (const given of parser) {
      const cells: string[] = given;
      const record = { line: starts.shift() ?? line, cells };
      check(record.line, cells.length, cells.length);
      if (record.line > skip && cells.some((cell) => cell.trim() !== "")) yield record;
    }
  } catch (cause) {
    if (!/^CSV_(?:QUOTE_NOT_CLOSED|MAX_RECORD_SIZE)$/u.test(String(codeOf(cause)))) throw cause;
    throw new CliError("failed", `A quote that is opened in line ${line} of ${name} is never closed.`, {
      hint: "Close it or remove it.",
      cause,
    });
  }
}

function openCsv(name: string, bytes: Buffer): Omit<PeopleFile, "name" | "path"> {
  const encoding = encodingOf(bytes);
  const sample = new TextDecoder(encoding).decode(bytes.subarray(0, pieceSize));
  if (sample.includes("\0") || sample.startsWith("%PDF-"))
    throw new CliError("failed", `${name} is neither text nor an Excel workbook (.xlsx).`, {
      hint: "Give a CSV file, a list with one address a line, or a workbook, unpacked and without a password.",
    });
  const [first = "", second = first] = sample.split(/\r\n|\n|\r/u).filter((line) => line.trim() !== "");
  if (!first.includes("@") && isQuoted(first) && isQuoted(second))
    throw new CliError("failed", `Each line of ${name} is quoted as a whole, which makes it a single field.`, {
      hint: "Remove the quotes around the lines, and replace each doubled quote within them by a single one; or export the file again.",
    });
  const said = /^sep=(.)$/iu.exec(first)?.[1];
  const delimiter = said ?? delimiterBy(first);
  const described = [`Reading ${encoding}, fields separated by ${delimiter === "\t" ? "tabs" : delimiter}`];
  if (encoding === "windows-1252")
    described.push("It is not UTF-8, so this is a guess. If names come out wrong, save the file as UTF-8.");
  const mark = /^(?:efbbbf|fffe|feff)/u.test(bytes.toString("hex", 0, 3));
  const records = () => csvRecords(name, decoded(bytes, encoding), delimiter, said === undefined ? 0 : 1);
  return { described, workbook: false, delimiter, mark, records };
}

function hasPeople({ rows }: Sheet): boolean {
  for (const { cells } of rows()) if (cells.some((cell) => cell.includes("@"))) return true;
  return false;
}

function hiddenRows({ rows }: Sheet): number {
  let count = 0;
  for (const { hidden } of rows()) if (hidden) count += 1;
  return count;
}

/** The sheet with people: the one that is named, the only one, or the one that the operator chooses. */
async function chooseSheet(
  { prompts }: Opening,
  name: string,
  sheets: readonly Sheet[],
  wanted: string | undefined,
): Promise<Sheet> {
  const listed = (some: readonly Sheet[]) => some.map((one) => `"${one.name}"`).join(", ");
  if (wanted !== undefined) {
    const found = sheets.find((one) => one.name === wanted);
    if (found) return found;
    throw new CliError("usage", `${name} has no sheet "${wanted}". It has: ${listed(sheets)}.`);
  }
  const people = sheets.filter(hasPeople);
  const [only = sheets[0]] = people;
  if (!only) throw new CliError("failed", `${name} has no sheet.`);
  if (people.length < 2) return only;
  const problem = `${name} has people in the sheets ${listed(people)}; one may hold those who unsubscribed.`;
  const choices = people.map((one) => ({ value: one.name, label: one.name }));
  const answer = await prompts?.choose(`${problem} Which one is to be read?`, choices);
  const chosen = people.find((one) => one.name === answer);
  if (chosen) return chosen;
  throw new CliError("usage", problem, {
    hint: `Say which one to read: --sheet "${only.name}". A sheet of people who unsubscribed is imported with --sheet NAME --unsubscribed.`,
  });
}

/**
 * Opens a file of people, CSV in any usual form or a workbook, of which `visible` leaves hidden rows out. `-` is stdin.
 * @throws CliError `failed` when it cannot be read, `usage` where several sheets of a workbook hold people.
 */
export async function openFile(
  io: Opening,
  path: string,
  { sheet: sheetName, visible }: { sheet?: string | undefined; visible?: true | undefined } = {},
): Promise<PeopleFile> {
  const { folder, signal } = io;
  const name = path === "-" ? "stdin" : resolve(folder, path);
  try {
    const bytes = path === "-" ? await buffer(addAbortSignal(signal, io.in)) : await readFile(name, { signal });
    const file = { name, path: path !== "-" && (await stat(name)).isFile() ? name : undefined };
    if (bytes.toString("latin1", 0, 4) !== "PK\u0003\u0004") return { ...file, ...openCsv(name, bytes) };
    const { readWorkbook } = await import("./workbook.ts");
    const sheets = readWorkbook(name, bytes);
    const sheet = await chooseSheet(io, name, sheets, sheetName);
    const others = sheets.filter((one) => one !== sheet).map((one) => one.name);
    const alone = others.length > 0 ? ` alone (not ${others.join(", ")})` : "";
    async function* records() {
      for (const { line, cells, hidden } of sheet.rows()) if (!hidden || !visible) yield { line, cells };
    }
    const hidden = sheet.mayHide ? hiddenRows(sheet) : 0;
    const fate = visible ? "left out" : "read like the others; --visible leaves them out";
    // A CSV file made from a workbook is for Excel, which needs the mark.
    const described = [`Reading a workbook, sheet "${sheet.name}"${alone}`];
    if (hidden > 0) described.push(`${counted(hidden, "hidden row is", "hidden rows are")} ${fate}.`);
    return { ...file, described, workbook: true, delimiter: ",", mark: true, records };
  } catch (cause) {
    throw signal.aborted ? interruptedError() : readError(name, cause);
  }
}
