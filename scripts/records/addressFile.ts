import { counted } from "../cli/amounts.ts";
import type { Context } from "../cli/context.ts";
import { CliError } from "../cli/errors.ts";
import { say, type Speaker } from "../cli/io.ts";
import { Problems } from "../cli/problems.ts";
import { restore } from "../csv/neutralise.ts";
import type { SourceRecord } from "../csv/sourceRecord.ts";
import { addressIn, type Addresses, type Given } from "./addresses.ts";
import { sayHidden } from "./sayHidden.ts";
import { Seen } from "./seen.ts";
import { openSource } from "./source/openSource.ts";
import type { Source } from "./source/source.ts";

const addressColumn = /^e-?mail(?:[ _-]?address)?$/iu;

/** What a first reading finds out about a file of addresses. */
interface Survey {
  records: number;
  hidden: number;
  /** The first record that can be read. */
  head: SourceRecord | undefined;
  /** Which column has the addresses; -1 where each line is one. */
  column: number;
}

const lineOf = ({ cells }: SourceRecord, { delimiter }: Source): string => cells.join(delimiter);

/** @throws CliError `usage` when there are several columns, and none has the addresses. */
async function survey(source: Source, path: string): Promise<Survey> {
  const found: Survey = { records: 0, hidden: 0, head: undefined, column: -1 };
  let wide = false;
  for await (const records of source.records())
    for (const record of records) {
      found.records += 1;
      if (record.hidden) found.hidden += 1;
      wide ||= record.cells.length > 1;
      if (found.head || record.broken !== undefined) continue;
      found.head = record;
      found.column = record.cells.findIndex((cell) => addressColumn.test(cell.trim()));
    }
  const { head, column } = found;
  // An address may contain a bar, and a name a comma, which elsewhere are delimiters. A workbook tells its columns apart, of
  // which a title above them is one.
  if (!source.workbook)
    wide = head !== undefined && head.cells.length > 1 && addressIn(lineOf(head, source)) === undefined;
  if (column === -1 && wide)
    throw new CliError("usage", `${path === "-" ? "stdin" : path} has several columns, and none is called email.`, {
      hint: 'Name the column of addresses "email" in the first line. If a title is above it, delete that.',
    });
  return found;
}

async function* read(
  source: Source,
  { records: most, head, column }: Survey,
  malformed: Problems,
): AsyncGenerator<Given[]> {
  const seen = new Seen(most);
  let number = 0;
  let heading = column !== -1;
  for await (const records of source.records()) {
    const given: Given[] = [];
    for (const record of records) {
      if ((number += 1) > most)
        throw new CliError("failed", "The file has more lines than when it was first read.", {
          hint: "Run this again once nothing writes to the file: nothing is done twice.",
        });
      if (heading && record.broken === undefined) {
        heading = false;
        continue;
      }
      const where = `line ${record.line}`;
      const uneven = column !== -1 && head && record.cells.length !== head.cells.length;
      const fields = uneven
        ? `The line has ${counted(record.cells.length, "field")} instead of ${head.cells.length}.`
        : undefined;
      const reason = record.broken ?? fields;
      const email = addressIn(restore(column === -1 ? lineOf(record, source) : (record.cells[column] ?? "")));
      if (reason !== undefined || email === undefined) malformed.add(`${where}: ${reason ?? "not an e-mail address"}`);
      else if (seen.get(email) === undefined) {
        seen.set(email, 0);
        given.push({ where, email });
      }
    }
    yield given;
  }
}

/**
 * Reads one address a line, or the column `email` of a CSV file or a workbook, such as an export; `-` is stdin. A line with
 * more or fewer fields than the first one gives no address, since the field in that place may be another person's. The file is
 * read twice, each time in little memory, the second time while `work` goes through the addresses.
 * @throws CliError `failed` when the file cannot be read, `usage` when no column has that name, and what `work` throws.
 */
export async function withAddressesIn<T>(
  context: Pick<Context, "folder" | "in" | "signal"> & Speaker,
  path: string,
  work: (addresses: Addresses) => Promise<T>,
): Promise<T> {
  const { folder, in: input, signal } = context;
  const source = await openSource(path, { folder, input, signal });
  try {
    // The people meant may be in another sheet.
    if (source.workbook) say(context, `Reading ${source.description}`);
    const found = await survey(source, path);
    sayHidden(context, found.hidden);
    const malformed = new Problems();
    const most = found.column === -1 ? found.records : found.records - 1;
    return await work({ most, pieces: read(source, found, malformed), malformed });
  } finally {
    await source.close();
  }
}
