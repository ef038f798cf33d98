import { finished } from "node:stream/promises";
import { CsvError, Parser } from "csv-parse";
import { afterLines, firstLine } from "./lines.ts";
import { type CsvText, decoded } from "./csvText.ts";
import type { SourceRecord } from "./source.ts";

/** Longest record, in characters: past it a quote has been left open. */
const longestRecord = 64 * 1024;

/** Line breaks within the cells of one record, which are in quotes there. */
function lineBreaks(cells: readonly string[]): number {
  let breaks = 0;
  for (const cell of cells)
    if (cell.includes("\n") || cell.includes("\r")) breaks += cell.match(/\r\n|\n|\r/gu)?.length ?? 0;
  return breaks;
}

/**
 * Hands records on as they are parsed: a stream that fails drops what it has buffered. Its own `info`, made anew for each
 * record, is most of the time that parsing takes; the count of lines in it is kept all the same.
 */
class EagerParser extends Parser {
  readonly #take: (cells: string[], lines: number) => void;

  constructor(options: ConstructorParameters<typeof Parser>[0], take: (cells: string[], lines: number) => void) {
    super(options);
    this.#take = take;
  }

  override push(cells: string[] | null): boolean {
    if (cells === null) return super.push(null);
    this.#take(cells, this.info.lines);
    return true;
  }
}

/**
 * Reads the records of a CSV file in constant memory, blank lines left out. A line that opens a quote and never closes
 * it is a broken record by itself; reading goes on after it.
 */
export async function* csvRecords(source: CsvText, onBytes?: (bytes: number) => void): AsyncGenerator<SourceRecord> {
  for (let skip = source.skip; ;) {
    const part = wholeRecords(source, skip, onBytes);
    let next = await part.next();
    for (; !next.done; next = await part.next()) yield next.value;
    if (next.value === undefined) return;
    const { blank, text } = await firstLine(afterLines(decoded(source.file, source.encoding), next.value));
    skip = next.value + blank + 1;
    yield { line: skip, cells: [text], broken: "A quote is opened here and never closed." };
  }
}

/** Records after the first `skip` lines, up to the end or to where it stops being CSV; gives the lines read until there. */
async function* wholeRecords(
  source: CsvText,
  skip: number,
  onBytes?: (bytes: number) => void,
): AsyncGenerator<SourceRecord, number | undefined> {
  let read = skip;
  const ready: SourceRecord[] = [];
  const options = {
    delimiter: source.delimiter,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: longestRecord,
  };
  const parser = new EagerParser(options, (cells, lines) => {
    read = skip + lines;
    ready.push({ line: read - lineBreaks(cells), cells });
  });
  const failed = finished(parser.resume()).then(
    () => undefined,
    (error: unknown) => error,
  );
  const take = (): SourceRecord[] => ready.splice(0, ready.length);
  for await (const piece of afterLines(decoded(source.file, source.encoding, onBytes), skip)) {
    const error = await new Promise<unknown>((resolve) => parser.write(piece, resolve));
    yield* take();
    if (error) break;
  }
  parser.end();
  const error = await failed;
  yield* take();
  if (error === undefined) return undefined;
  if (error instanceof CsvError) return read;
  throw error;
}
