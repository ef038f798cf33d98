import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { CliError } from "../../cli/errors.ts";

/** Encodings that exports of other tools come in. */
export type Encoding = "utf-8" | "utf-16le" | "utf-16be" | "windows-1252";

/** What a file turned out to be. */
export interface Source {
  file: string;
  encoding: Encoding;
  delimiter: string;
  bytes: number;
}

const delimiters = [",", ";", "\t", "|"];

/** How much of the file decides on its delimiter, in bytes. */
const sampleBytes = 64 * 1024;

const byteOrderMark = (head: Uint8Array): Encoding | undefined => {
  const [a, b, c] = head;
  if (a === 0xef && b === 0xbb && c === 0xbf) return "utf-8";
  if (a === 0xff && b === 0xfe) return "utf-16le";
  if (a === 0xfe && b === 0xff) return "utf-16be";
  return undefined;
};

/** A byte order mark decides; else what is not UTF-8 throughout is taken for Windows-1252, as spreadsheets write it. */
async function detectEncoding(file: string): Promise<Encoding> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let first = true;
  try {
    for await (const chunk of createReadStream(file)) {
      const mark = first ? byteOrderMark(chunk) : undefined;
      if (mark) return mark;
      first = false;
      decoder.decode(chunk, { stream: true });
    }
    decoder.decode();
    return "utf-8";
  } catch (error) {
    if (error instanceof TypeError && "code" in error && error.code === "ERR_ENCODING_INVALID_ENCODED_DATA")
      return "windows-1252";
    throw error;
  }
}

/** The delimiter that the first line has most of, outside quotes; a comma where it has none. */
export function detectDelimiter(text: string): string {
  const [line = ""] = text.replaceAll(/"[^"]*"/gu, "").split(/\r?\n|\r/u);
  const counts = delimiters.map((delimiter) => line.split(delimiter).length);
  return delimiters[counts.indexOf(Math.max(...counts))] ?? ",";
}

/** The text of a file, piece by piece, byte order mark removed. `onBytes` hears how far it has been read. */
export async function* decoded(
  file: string,
  encoding: Encoding,
  onBytes: (bytes: number) => void = () => undefined,
): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  let bytes = 0;
  for await (const chunk of createReadStream(file)) {
    onBytes((bytes += chunk.length));
    yield decoder.decode(chunk, { stream: true });
  }
  yield decoder.decode();
}

/**
 * Finds out how a CSV file is written.
 * @throws CliError `failed` when it cannot be read or is empty.
 */
export async function inspect(file: string): Promise<Source> {
  try {
    const { size } = await stat(file);
    const encoding = await detectEncoding(file);
    let sample = "";
    for await (const text of decoded(file, encoding)) {
      sample += text;
      if (sample.length >= sampleBytes) break;
    }
    if (sample.trim() === "") throw new CliError("failed", `${file} is empty.`);
    return { file, encoding, delimiter: detectDelimiter(sample.trimStart()), bytes: size };
  } catch (cause) {
    if (cause instanceof CliError) throw cause;
    throw new CliError("failed", `${file} cannot be read: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    });
  }
}
