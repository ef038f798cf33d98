/** Starts reading a file from its beginning, piece by piece. */
export type Bytes = () => AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** Encodings that exports of other tools come in. */
export type Encoding = "utf-8" | "utf-16le" | "utf-16be" | "windows-1252";

/** How the characters of a file are read. */
export interface Detected {
  encoding: Encoding;
  /** Whether it begins with a byte order mark. */
  mark: boolean;
  /** Whether it is UTF-8, but for some bytes. */
  damaged: boolean;
}

/** Stands for bytes that are not a character. */
export const unreadable = "\uFFFD";

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

/** A file that is not UTF-8 throughout is still UTF-8 if most of its characters outside ASCII are: others hardly ever look like it. */
async function isMostlyUtf8(bytes: Bytes): Promise<boolean> {
  let surplus = 0;
  for await (const text of decoded(bytes, "utf-8"))
    for (const [character] of text.matchAll(/\P{ASCII}/gu)) surplus += character === unreadable ? -1 : 1;
  return surplus >= 0;
}

/**
 * A byte order mark decides, or else the position of nulls. Without either, a file that is not UTF-8 is taken for Windows-1252,
 * as spreadsheets write it.
 */
export async function detectEncoding(bytes: Bytes): Promise<Detected> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let first = true;
  let mark = false;
  try {
    for await (const chunk of bytes()) {
      const marked = first ? byteOrderMark(chunk) : undefined;
      if (marked && marked !== "utf-8") return { encoding: marked, mark: true, damaged: false };
      const unmarked = first ? byNulls(chunk) : undefined;
      if (unmarked) return { encoding: unmarked, mark: false, damaged: false };
      mark ||= marked !== undefined;
      first = false;
      decoder.decode(chunk, { stream: true });
    }
    decoder.decode();
    return { encoding: "utf-8", mark, damaged: false };
  } catch (error) {
    if (!(error instanceof TypeError && "code" in error && error.code === "ERR_ENCODING_INVALID_ENCODED_DATA"))
      throw error;
    const damaged = mark || (await isMostlyUtf8(bytes));
    return { encoding: damaged ? "utf-8" : "windows-1252", mark, damaged };
  }
}

/** The first characters of a file that are not in ASCII, each once. */
export async function charactersOf(bytes: Bytes, encoding: Encoding, most: number): Promise<string[]> {
  const found = new Set<string>();
  for await (const text of decoded(bytes, encoding))
    for (const [character] of text.matchAll(/\P{ASCII}/gu)) if (found.add(character).size === most) return [...found];
  return [...found];
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
