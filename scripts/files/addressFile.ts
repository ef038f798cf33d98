import type { BackendContext } from "../cli/context.ts";
import { counted } from "../../server/lib/amounts.ts";
import { batches } from "../operator/pages.ts";
import { CliError, interruptedError } from "../cli/errors.ts";
import { say } from "../cli/io.ts";
import { Problems } from "../cli/problems.ts";
import { progress } from "../cli/progress.ts";
import { cellText, type Given, readAddress } from "./addresses.ts";
import { type Column, namesAddresses, surveyFile } from "./columns.ts";
import { type FileRecord, openFile } from "./file.ts";

/** One line of a file of addresses. */
export interface AddressLine extends Given {
  line: number;
  cells: readonly string[];
}

/** A file of addresses, which can be read again. */
export interface AddressFile {
  /** The names of its columns; undefined where each line is an address. */
  header: readonly string[] | undefined;
  /** Reads what its columns hold besides the addresses; none where each line is an address. @throws CliError as surveyFile, `interrupted` */
  columns(): Promise<Column[]>;
  /** Reads the lines with an address; `malformed` collects those that hold none. @throws CliError `interrupted` */
  lines(malformed?: Problems): AsyncGenerator<AddressLine>;
}

/**
 * Opens a file with one address a line, or with a column `email` of a CSV file or a workbook, such as an export; `-` is stdin. A line
 * with more or fewer fields than the first one gives no address, since the field in that place may be another person's.
 * @throws CliError `failed` when the file cannot be read, `usage` when no column has that name.
 */
export async function openAddressFile(
  context: BackendContext,
  path: string,
  sheet: string | undefined,
): Promise<AddressFile> {
  const file = await openFile(context, path, sheet);
  // Another sheet may hold the people that the operator has in mind.
  if (file.workbook) for (const line of file.described) say(context, line);
  const lineOf = ({ cells }: FileRecord): string => cells.join(file.delimiter);
  let first: FileRecord | undefined;
  for await (const record of file.records()) {
    first = record;
    break;
  }
  const column = first?.cells.findIndex((cell) => namesAddresses(cell)) ?? -1;
  // An address may contain a bar, and a name a comma, which elsewhere are delimiters.
  if (
    first &&
    column === -1 &&
    (file.workbook || first.cells.length > 1) &&
    "problem" in readAddress(cellText(lineOf(first)))
  )
    throw new CliError("usage", `${path === "-" ? "stdin" : path} has several columns, and none is called email.`, {
      hint: 'Name the column of addresses "email" in the first line. If a title is above it, delete that.',
    });
  const header = column === -1 ? undefined : first?.cells;
  const throwIfAborted = () => {
    if (context.signal.aborted) throw interruptedError();
  };
  async function* lines(malformed = new Problems()): AsyncGenerator<AddressLine> {
    let heading = header !== undefined;
    for await (const record of file.records()) {
      const { line, cells } = record;
      throwIfAborted();
      if (heading) {
        heading = false;
        continue;
      }
      const uneven = header && cells.length !== header.length;
      const read = readAddress(cellText(header ? (cells[column] ?? "") : lineOf(record)));
      const problem =
        (uneven ? `The line has ${counted(cells.length, "field")} instead of ${header.length}.` : undefined) ??
        ("problem" in read ? "not an email address" : undefined);
      if (problem !== undefined || "problem" in read) malformed.add(`line ${line}: ${problem}`);
      else yield { where: `line ${line}`, email: read.email, line, cells };
    }
  }
  async function columns(): Promise<Column[]> {
    if (!header || header.length === 1) return [];
    const shown = progress(context, "Reading");
    try {
      const survey = await surveyFile(file, (at) => {
        throwIfAborted();
        shown.at(at);
      });
      return survey.columns.filter(({ index }) => index !== column);
    } finally {
      shown.end();
    }
  }
  return { header, columns, lines };
}

/** The addresses of the included lines, each once; `onExcluded` is called for each other line. */
export async function* includedAddresses(
  lines: AsyncIterable<AddressLine>,
  isIncluded: (line: AddressLine) => boolean,
  onExcluded: () => void,
): AsyncGenerator<AddressLine> {
  const seen = new Set<string>();
  for await (const line of lines)
    if (!isIncluded(line)) onExcluded();
    else if (!seen.has(line.email)) {
      seen.add(line.email);
      yield line;
    }
}

/**
 * Passes addresses to `work` in batches, one after the other, and shows how far it is. Returns how many there were.
 * @throws CliError `interrupted`, and what `work` throws; the batches after that one are left out.
 */
export async function eachBatch(
  context: BackendContext,
  addresses: AsyncIterable<Given> | Iterable<Given>,
  work: (batch: Given[]) => Promise<void>,
): Promise<number> {
  const shown = progress(context, "Addresses");
  let done = 0;
  try {
    for await (const batch of batches(addresses, 1000)) {
      context.signal.throwIfAborted();
      await work(batch);
      shown.at((done += batch.length));
    }
    return done;
  } catch (error) {
    throw context.signal.aborted
      ? interruptedError("What has been done stays. Run this again for the rest: nothing is done twice.")
      : error;
  } finally {
    shown.end();
  }
}
