import type { SourceRecord } from "./sourceRecord.ts";

/** Longest record, in characters; a longer one means that a quote was left open. */
const longestRecord = 64 * 1024;

/** Most characters of a longer line that are kept; what follows, up to its end, is left out. */
const longestKept = 16 * longestRecord;

const quote = '"';
const anyLineEnd = /\r\n|\n|\r/u;

/** A cell and where it ends: at a delimiter, at a line end, or at the end of the text. */
interface Cell {
  value: string;
  end: number;
}

/**
 * Reads the records of CSV text that comes in pieces, without blank lines: RFC 4180, and text that breaks its rules as
 * csv-parse reads it with `relax_quotes` and `relax_column_count`. The first line end outside quotes sets that of the whole
 * file. A line that opens a quote and never closes it is a broken record by itself; reading goes on after it.
 */
export class CsvReader {
  readonly #delimiter: string;
  /** Unread text begins at `#at`, which is in line `#line`. */
  #text = "";
  #at = 0;
  #line: number;
  /** The line end of the file; undefined until the first one has been read. */
  #lineEnd: string | undefined;
  /** Position of the next quote, at `#at` or after it. */
  #quote = -1;
  /** Position of the first line end at `from` or after it, -1 where there is none yet; it is looked for once, not from each cell. */
  #found: { from: number; end: number } | undefined;
  /** Whether the text begins within a line that has been given up. */
  #skipping = false;
  #last = false;

  constructor(delimiter: string, firstLine: number) {
    this.#delimiter = delimiter;
    this.#line = firstLine;
  }

  /** Takes the next piece, and returns the records that are complete now; with the last piece, all of them. */
  read(piece: string, last: boolean): SourceRecord[] {
    this.#text = this.#text.slice(this.#at) + piece;
    this.#at = 0;
    this.#found = undefined;
    this.#last = last;
    this.#findQuote();
    const records: SourceRecord[] = [];
    while (this.#at < this.#text.length) {
      const end = this.#lineEndFrom(this.#at);
      if (this.#skipping && end === -1) {
        // All but the last character, which may be the first half of CRLF.
        this.#at = this.#text.length - 1;
        break;
      }
      if (end === this.#at || this.#skipping) {
        this.#skipping = false;
        this.#next(end, 1);
        continue;
      }
      const record = this.#record(end) ?? this.#broken(end);
      if (!record) break;
      records.push(record);
    }
    return records;
  }

  /** The record whose first line ends at `end`; undefined where it is not complete yet, or too long. */
  #record(end: number): SourceRecord | undefined {
    if (end === -1) return undefined;
    return this.#quote > end ? this.#plain(end) : this.#quoted();
  }

  /** A record without quotes, as most are. */
  #plain(end: number): SourceRecord | undefined {
    if (end - this.#at > longestRecord) return undefined;
    const record = { line: this.#line, cells: this.#text.slice(this.#at, end).split(this.#delimiter) };
    this.#next(end, 1);
    return record;
  }

  /** Any record; undefined where the text ends before the record does, or the record is too long. */
  #quoted(): SourceRecord | undefined {
    const cells: string[] = [];
    for (let at = this.#at; ;) {
      const cell = this.#cell(at);
      if (!cell || cell.end - this.#at > longestRecord) return undefined;
      cells.push(cell.value);
      at = cell.end;
      if (this.#text.startsWith(this.#delimiter, at)) {
        at += this.#delimiter.length;
        continue;
      }
      const record = { line: this.#line, cells };
      this.#next(at, this.#text.slice(this.#at, at).split(anyLineEnd).length);
      return record;
    }
  }

  #cell(at: number): Cell | undefined {
    if (this.#text[at] !== quote) {
      const end = this.#cellEnd(at);
      return end === -1 ? undefined : { value: this.#text.slice(at, end), end };
    }
    let closing = this.#text.indexOf(quote, at + 1);
    while (closing !== -1 && this.#text[closing + 1] === quote) closing = this.#text.indexOf(quote, closing + 2);
    if (closing === -1) return undefined;
    const inner = this.#text.slice(at + 1, closing).replaceAll('""', quote);
    // What comes after the quote decides whether it closes the cell: nothing yet, at the end of a piece.
    const end = this.#cellEnd(closing + 1);
    if (end === closing + 1) return { value: inner, end };
    // The quote closes nothing, so all these quotes belong to the cell.
    return end === -1 ? undefined : { value: `"${inner}"${this.#text.slice(closing + 1, end)}`, end };
  }

  /** The end of a cell that is not quoted from here on; -1 where the text so far does not show it. */
  #cellEnd(from: number): number {
    if (this.#text.startsWith(this.#delimiter, from)) return from;
    const lineEnd = this.#lineEndFrom(from);
    const delimiter = this.#text.slice(from, lineEnd === -1 ? undefined : lineEnd).indexOf(this.#delimiter);
    return delimiter === -1 ? lineEnd : from + delimiter;
  }

  /** Where the next line ends (the end of the whole text ends a line, too); -1 where that has not been read yet. */
  #lineEndFrom(from: number): number {
    const found = this.#found;
    if (found && from >= found.from && (found.end === -1 || from <= found.end)) return found.end;
    const end = this.#findLineEnd(from);
    this.#found = { from, end };
    return end;
  }

  #findLineEnd(from: number): number {
    let end = this.#lineEnd === undefined ? -1 : this.#text.indexOf(this.#lineEnd, from);
    if (this.#lineEnd === undefined) {
      const rest = this.#text.slice(from);
      end = rest.search(anyLineEnd);
      // It may be the first half of CRLF.
      if (end === rest.length - 1 && rest.endsWith("\r") && !this.#last) end = -1;
      if (end !== -1) end += from;
    }
    return end === -1 && this.#last ? this.#text.length : end;
  }

  /** Moves past a line end, `lines` lines further down. */
  #next(end: number, lines: number): void {
    this.#lineEnd ??= anyLineEnd.exec(this.#text.slice(end, end + 2))?.[0];
    this.#at = end + (this.#lineEnd?.length ?? 0);
    this.#line += lines;
    if (this.#quote < this.#at) this.#findQuote();
  }

  #findQuote(): void {
    const found = this.#text.indexOf(quote, this.#at);
    this.#quote = found === -1 ? Number.POSITIVE_INFINITY : found;
  }

  /** The line as a broken record, if no record can begin with it; undefined while that is not certain. */
  #broken(end: number): SourceRecord | undefined {
    const read = this.#text.length - this.#at;
    if (!this.#last && read <= (end === -1 ? longestKept : longestRecord)) return undefined;
    const line = this.#text.slice(this.#at, end === -1 ? undefined : end).slice(0, longestKept);
    const broken = line.includes(quote)
      ? "A quote is opened here and never closed."
      : `The line is longer than ${longestRecord.toLocaleString("en-US")} characters.`;
    const record = { line: this.#line, cells: [line], broken };
    if (end !== -1) this.#next(end, 1);
    else this.#skipping = true;
    return record;
  }
}
