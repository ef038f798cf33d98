import { CsvReader } from "./csvReader.ts";
import { type CsvText, decoded } from "./csvText.ts";
import { afterLines } from "./lines.ts";
import type { SourceRecord } from "./sourceRecord.ts";

/** Reads the records of a CSV file in constant memory, without blank lines; each yield has those of one piece of the file. */
export async function* csvRecords(
  { bytes, encoding, delimiter, skip }: CsvText,
  onBytes?: (bytes: number) => void,
): AsyncGenerator<SourceRecord[]> {
  const reader = new CsvReader(delimiter, skip + 1);
  for await (const piece of afterLines(decoded(bytes, encoding, onBytes), skip)) yield reader.read(piece, false);
  yield reader.read("", true);
}
