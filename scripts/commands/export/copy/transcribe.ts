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

/** What a byte of a cell means: nothing special, the cell needs a closer look, or the cell ends. */
const usual = 0;
const suspicious = 1;
const end = 2;
const meanings = new Uint8Array(256);
for (const character of ',"\\;|') meanings[byte(character)] = suspicious;
for (const character of "\t\n") meanings[byte(character)] = end;

/** Bytes with which no formula begins. */
const harmless = new Uint8Array(256);
for (const character of "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789") harmless[byte(character)] = 1;

/** Where the day ends in a time with a four-digit year. */
const afterDay = "2026-05-01".length;

/** Most bytes that one byte of input becomes: a lone line end becomes the record `""` and CRLF. */
const growth = 4;

/** How lines of COPY become records of the export. */
export interface Transcription {
  /** What each cell of a line holds. */
  kinds: readonly ColumnKind[];
  /** How many of them are written; the ones after them are left out. */
  written: number;
  raw: boolean;
  lineEnd: string;
}

/**
 * Turns whole lines of COPY, in UTC, into records of an export: one pass over the bytes, with a closer look at the few
 * cells that may be formulas or need quotes. The content is valid until the next call.
 */
export function transcriber({ kinds, written, raw, lineEnd }: Transcription): (lines: Buffer) => {
  content: Buffer;
  rows: number;
} {
  const ending = bytesOf(lineEnd);
  let room = Buffer.alloc(0);

  /** Finishes the cell that was copied to `out`, from `start` to `at`; returns where the next one begins. */
  const finish = (kind: ColumnKind | undefined, out: Buffer, start: number, at: number, look: number): number => {
    const first = out[start] ?? 0;
    if (at - start === 2 && first === backslash && out[start + 1] === nullMark) return start;
    switch (kind) {
      case "text":
        return look === usual && (raw || at === start || harmless[first] === 1) ? at : finishText(out, start, at, raw);
      case "time":
        return finishTime(out, start, at);
      case "flag":
        return put(out, start, first === truth ? yes : no);
      default:
        return at;
    }
  };

  return (lines) => {
    if (room.length < lines.length * growth) room = Buffer.allocUnsafe(lines.length * growth);
    // Local variables: ones shared by functions would be read from and written to memory at every byte.
    const out = room;
    let [at, rows, column, row] = [0, 0, 0, 0];
    for (let read = 0; read < lines.length;) {
      const start = at;
      let look = usual;
      let current = newline;
      for (;;) {
        current = lines[read++] ?? newline;
        const meaning = meanings[current];
        if (meaning === end) break;
        if (meaning === suspicious) look = suspicious;
        out[at++] = current;
      }
      at = column < written ? finish(kinds[column], out, start, at, look) : start;
      column += 1;
      if (current !== newline) {
        if (column < written) out[at++] = comma;
        continue;
      }
      if (written === 1 && at === row) at = put(out, at, loneEmpty);
      at = put(out, at, ending);
      rows += 1;
      column = 0;
      row = at;
    }
    return { content: out.subarray(0, at), rows };
  };
}

function put(out: Buffer, at: number, bytes: Uint8Array): number {
  for (let i = 0; i < bytes.length; i++) out[at + i] = bytes[i] ?? 0;
  return at + bytes.length;
}

function finishText(out: Buffer, start: number, at: number, raw: boolean): number {
  const text = unescape(out.toString("utf8", start, at));
  return start + out.write(field(raw ? text : neutralise(text)), start);
}

function finishTime(out: Buffer, start: number, at: number): number {
  const dayEnds = start + afterDay;
  if (dayEnds < at && out[dayEnds] === space) {
    out[dayEnds] = dayEnd;
    return put(out, at, zone);
  }
  return start + out.write(isoTime(out.toString("latin1", start, at)), start, "latin1");
}
