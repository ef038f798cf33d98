/** Starts reading a file from its beginning, piece by piece. */
export type Bytes = () => AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** Encodings that exports of other tools come in. */
export type Encoding = "utf-8" | "utf-16le" | "utf-16be" | "windows-1252";

/** A CSV file and its format. */
export interface CsvText {
  bytes: Bytes;
  encoding: Encoding;
  /** Whether it begins with a byte order mark. */
  mark: boolean;
  delimiter: string;
  /** Lines before the header: the `sep=;` that Excel reads. */
  skip: number;
}

const delimiters = [",", ";", "\t", "|"];

/** Blank lines at the beginning; a tab before the first cell is a delimiter. */
const blankLines = /^\s*[\r\n]/u;

/** How much of the file decides on its delimiter, in bytes. */
const sampleBytes = 64 * 1024;

const byteOrderMark = (head: Uint8Array): Encoding | undefined => {
  const [a, b, c] = head;
  if (a === 0xef && b === 0xbb && c === 0xbf) return "utf-8";
  if (a === 0xff && b === 0xfe) return "utf-16le";
  if (a === 0xfe && b === 0xff) return "utf-16be";
  return undefined;
};

/** Text has no null characters: where one of the first two bytes is 0, they make one character of UTF-16 (RFC 4627 section 3). */
const byNulls = ([a, b]: Uint8Array): Encoding | undefined => {
  if (a === undefined || b === undefined || (a === 0) === (b === 0)) return undefined;
  return a === 0 ? "utf-16be" : "utf-16le";
};

/**
 * A byte order mark decides, or else the position of nulls. Without either, a file that is not UTF-8 throughout is taken for
 * Windows-1252, as spreadsheets write it.
 */
async function detectEncoding(bytes: Bytes): Promise<Pick<CsvText, "encoding" | "mark">> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let first = true;
  let mark = false;
  try {
    for await (const chunk of bytes()) {
      const marked = first ? byteOrderMark(chunk) : undefined;
      if (marked && marked !== "utf-8") return { encoding: marked, mark: true };
      const unmarked = first ? byNulls(chunk) : undefined;
      if (unmarked) return { encoding: unmarked, mark: false };
      mark ||= marked !== undefined;
      first = false;
      decoder.decode(chunk, { stream: true });
    }
    decoder.decode();
    return { encoding: "utf-8", mark };
  } catch (error) {
    if (error instanceof TypeError && "code" in error && error.code === "ERR_ENCODING_INVALID_ENCODED_DATA")
      return { encoding: mark ? "utf-8" : "windows-1252", mark };
    throw error;
  }
}

/** The delimiter that is most frequent in the first line, outside quotes; a comma where there is none. */
function detectDelimiter(text: string): string {
  const [line = ""] = text.replaceAll(/"[^"]*"/gu, "").split(/\r?\n|\r/u);
  const counts = delimiters.map((delimiter) => line.split(delimiter).length);
  return delimiters[counts.indexOf(Math.max(...counts))] ?? ",";
}

/** The text of a file, piece by piece, without byte order mark. `onBytes` is told how many bytes have been read. */
export async function* decoded(
  bytes: Bytes,
  encoding: Encoding,
  onBytes: (bytes: number) => void = () => undefined,
): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  let read = 0;
  for await (const chunk of bytes()) {
    onBytes((read += chunk.length));
    yield decoder.decode(chunk, { stream: true });
  }
  yield decoder.decode();
}

/** Detects the format of a CSV file; undefined where it is empty. */
export async function inspectCsv(bytes: Bytes): Promise<CsvText | undefined> {
  const { encoding, mark } = await detectEncoding(bytes);
  let sample = "";
  for await (const text of decoded(bytes, encoding)) {
    sample += text;
    if (sample.length >= sampleBytes) break;
  }
  if (sample.trim() === "") return undefined;
  const said = /^sep=(.)(?:\r\n|\n|\r)/iu.exec(sample)?.[1];
  const delimiter = said ?? detectDelimiter(sample.replace(blankLines, ""));
  return { bytes, encoding, mark, delimiter, skip: said === undefined ? 0 : 1 };
}
