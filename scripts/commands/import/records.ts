import { Readable } from "node:stream";
import { CsvError, parse } from "csv-parse";
import * as v from "valibot";
import { CliError } from "../../cli/errors.ts";
import { decoded, type Source } from "./source.ts";

/** One record of the file, and the line it starts on, the first being 1. */
export interface SourceRecord {
  line: number;
  cells: string[];
}

/** Longest record, in characters: past it a quote has been left open. */
const longestRecord = 64 * 1024;

const parsed = v.object({ record: v.array(v.string()), raw: v.string(), info: v.object({ lines: v.number() }) });

const lineBreaks = (text: string): number => text.trim().match(/\r\n|\n|\r/gu)?.length ?? 0;

/**
 * Reads the records of a CSV file in constant memory, blank lines left out.
 * @throws CliError `failed` naming the line where the file stops being CSV.
 */
export async function* records(source: Source, onBytes?: (bytes: number) => void): AsyncGenerator<SourceRecord> {
  const parser = parse({ delimiter: source.delimiter, bom: true, info: true, raw: true, relax_column_count: true, relax_quotes: true, skip_empty_lines: true, max_record_size: longestRecord });
  const text = Readable.from(decoded(source.file, source.encoding, onBytes));
  text.on("error", (error) => parser.destroy(error));
  let line = 0;
  try {
    for await (const item of text.pipe(parser)) {
      const { record, raw, info } = v.parse(parsed, item);
      line = info.lines;
      yield { line: line - lineBreaks(raw), cells: record };
    }
  } catch (cause) {
    if (!(cause instanceof CsvError)) throw cause;
    throw new CliError("failed", `${source.file} is no CSV after line ${line}: a quote is opened there and not closed.`, { hint: "What came before is imported. Mend the line and run the import again; nothing is doubled.", cause });
  } finally {
    text.destroy();
  }
}
