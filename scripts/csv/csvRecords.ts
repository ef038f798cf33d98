import { CsvReader } from "./csvReader.ts";
import type { CsvText } from "./csvText.ts";
import { decoded, unreadable } from "./encoding.ts";
import { afterLines } from "./lines.ts";
import type { SourceRecord } from "./sourceRecord.ts";

/** Spreadsheets write a row of blank cells as its delimiters alone. */
const isBlank = ({ cells, broken }: SourceRecord): boolean =>
  broken === undefined && cells.every((cell) => cell.trim() === "");

/** A record with bytes that are not UTF-8 is refused: what they were meant to be can only be guessed. */
const refuse = (record: SourceRecord): SourceRecord =>
  record.cells.some((cell) => cell.includes(unreadable))
    ? { ...record, broken: record.broken ?? "The line has bytes that are not UTF-8." }
    : record;

/** Reads the records of a CSV file in constant memory, without blank ones; each yield has those of one piece of the file. */
export async function* csvRecords(
  { bytes, encoding, damaged, delimiter, skip }: CsvText,
  onBytes?: (bytes: number) => void,
): AsyncGenerator<SourceRecord[]> {
  const reader = new CsvReader(delimiter, skip + 1);
  let named = false;
  const usable = (records: SourceRecord[]): SourceRecord[] => {
    const filled = records.filter((one) => !isBlank(one));
    // The first names the columns, which are needed even if one of the names is not readable.
    const first = named ? 0 : 1;
    named ||= filled.length > 0;
    return damaged ? filled.map((one, index) => (index < first ? one : refuse(one))) : filled;
  };
  for await (const piece of afterLines(decoded(bytes, encoding, onBytes), skip))
    yield usable(reader.read(piece, false));
  yield usable(reader.read("", true));
}
