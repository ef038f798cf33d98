import { CsvReader } from "./csvReader.ts";
import { type CsvText, decoded } from "./csvText.ts";
import { afterLines } from "./lines.ts";
import type { SourceRecord } from "./sourceRecord.ts";

/** Spreadsheets write a row of blank cells as its delimiters alone. */
const isBlank = ({ cells, broken }: SourceRecord): boolean =>
  broken === undefined && cells.every((cell) => cell.trim() === "");

/** Reads the records of a CSV file in constant memory, without blank ones; each yield has those of one piece of the file. */
export async function* csvRecords(
  { bytes, encoding, delimiter, skip }: CsvText,
  onBytes?: (bytes: number) => void,
): AsyncGenerator<SourceRecord[]> {
  const reader = new CsvReader(delimiter, skip + 1);
  const filled = (records: SourceRecord[]) => records.filter((one) => !isBlank(one));
  for await (const piece of afterLines(decoded(bytes, encoding, onBytes), skip))
    yield filled(reader.read(piece, false));
  yield filled(reader.read("", true));
}
