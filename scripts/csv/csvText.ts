import { type Bytes, decoded, detectEncoding, type Detected } from "./encoding.ts";

/** A CSV file and its format. */
export interface CsvText extends Detected {
  bytes: Bytes;
  delimiter: string;
  /** Lines before the header: the `sep=;` that Excel reads. */
  skip: number;
}

const delimiters = [",", ";", "\t", "|"];

/** Blank lines at the beginning; a tab before the first cell is a delimiter. */
const blankLines = /^\s*[\r\n]/u;

/** How much of the file decides on its delimiter, in bytes. */
const sampleBytes = 64 * 1024;

/** The delimiter that is most frequent in the first line, outside quotes; a comma where there is none. */
function detectDelimiter(text: string): string {
  const [line = ""] = text.replaceAll(/"[^"]*"/gu, "").split(/\r?\n|\r/u);
  const counts = delimiters.map((delimiter) => line.split(delimiter).length);
  return delimiters[counts.indexOf(Math.max(...counts))] ?? ",";
}

/** Detects the format of a CSV file; undefined where it is empty. */
export async function inspectCsv(bytes: Bytes): Promise<CsvText | undefined> {
  const detected = await detectEncoding(bytes);
  let sample = "";
  for await (const text of decoded(bytes, detected.encoding)) {
    sample += text;
    if (sample.length >= sampleBytes) break;
  }
  if (sample.trim() === "") return undefined;
  const said = /^sep=(.)(?:\r\n|\n|\r)/iu.exec(sample)?.[1];
  const delimiter = said ?? detectDelimiter(sample.replace(blankLines, ""));
  return { bytes, ...detected, delimiter, skip: said === undefined ? 0 : 1 };
}
