import { neutralise } from "../../../csv/neutralise.ts";
import { field } from "../../../csv/record.ts";
import type { ColumnKind } from "../request/tables.ts";
import { isoTime, newline, unescape } from "./text.ts";

const byte = (character: string): number => character.charCodeAt(0);
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

const backslash = byte("\\");
const nullMark = byte("N");
const truth = byte("t");
const space = byte(" ");
const dayEnd = byte("T");
const comma = byte(",");
const [yes, no, zone, loneEmpty] = [bytesOf("true"), bytesOf("false"), bytesOf(":00"), bytesOf('""')];

/** What a byte of a cell means: nothing, that the cell needs a closer look, or that it ends. */
const usual = 0;
const suspicious = 1;
const end = 2;
const meanings = new Uint8Array(256);
for (const character of ',"\\') meanings[byte(character)] = suspicious;
for (const character of "\t\n") meanings[byte(character)] = end;

/** Bytes that no formula begins with. */
const harmless = new Uint8Array(256);
for (const character of "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789") harmless[byte(character)] = 1;

/** Where the day ends in a time whose year has four digits. */
const afterDay = "2026-05-01".length;

/** Most bytes that one byte becomes: a line end alone is the record `""` and CRLF. */
const growth = 4;

/** How lines of COPY become records of the export. */
export interface Transcription {
  /** What the cells of a line hold. */
  kinds: readonly ColumnKind[];
  /** How many of them are written; those after them are left out. */
  written: number;
  raw: boolean;
  lineEnd: string;
}

/**
 * Makes whole lines of COPY, in UTC, into records of an export: one pass over the bytes, with a closer look at the few
 * cells that may be a formula or need quotes. The content is good until the next call.
 */
export function transcriber({ kinds, written, raw, lineEnd }: Transcription): (lines: Buffer) => {
  content: Buffer;
  rows: number;
} {
  const ending = bytesOf(lineEnd);
  let out = Buffer.alloc(0);
  let at = 0;
  const put = (bytes: Uint8Array): void => {
    for (let i = 0; i < bytes.length; i++) out[at++] = bytes[i] ?? 0;
  };

  /** Finishes a cell that has been copied to `start`; its bytes are `cell`. */
  const finish = (kind: ColumnKind | undefined, start: number, lines: Buffer, from: number, look: number): void => {
    const first = lines[from] ?? 0;
    const length = at - start;
    if (length === 2 && first === backslash && lines[from + 1] === nullMark) {
      at = start;
    } else if (kind === "text") {
      if (look === usual && (raw || length === 0 || harmless[first] === 1)) return;
      const text = unescape(lines.toString("utf8", from, from + length));
      at = start + out.write(field(raw ? text : neutralise(text)), start);
    } else if (kind === "time" && length > afterDay && out[start + afterDay] === space) {
      out[start + afterDay] = dayEnd;
      put(zone);
    } else if (kind === "time") {
      const time = isoTime(lines.toString("latin1", from, from + length));
      at = start + out.write(time, start, "latin1");
    } else if (kind === "flag") {
      at = start;
      put(first === truth ? yes : no);
    }
  };

  return (lines) => {
    if (out.length < lines.length * growth) out = Buffer.allocUnsafe(lines.length * growth);
    at = 0;
    let [rows, column, row] = [0, 0, 0];
    for (let read = 0; read < lines.length;) {
      const [from, start] = [read, at];
      let look = usual;
      let current = newline;
      for (;;) {
        current = lines[read++] ?? newline;
        const meaning = meanings[current];
        if (meaning === end) break;
        if (meaning === suspicious) look = suspicious;
        out[at++] = current;
      }
      if (column < written) finish(kinds[column], start, lines, from, look);
      else at = start;
      column += 1;
      if (current !== newline) {
        if (column < written) out[at++] = comma;
        continue;
      }
      if (written === 1 && at === row) put(loneEmpty);
      put(ending);
      rows += 1;
      column = 0;
      row = at;
    }
    return { content: out.subarray(0, at), rows };
  };
}
