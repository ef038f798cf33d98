import { stripVTControlCharacters } from "node:util";

// What commands a terminal, turns its line around, or is not seen: controls, formats (bidirectional marks, tags), separators,
// and what is no character. The joiners U+200C and U+200D stay: Persian and emoji need them.
const unsafe = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/gu;

// A terminal that is not in UTF-8 may take parts of other letters for control characters (ECMA-48's C1).
const notAscii = /[^\p{ASCII}]/gu;

/** One line of text that a stranger typed, harmless in a terminal: each character that is not is shown as one that is. */
export const printable = (text: string, { unicode }: { unicode: boolean }): string => {
  const line = text.replaceAll(/\s+/gu, " ").replaceAll(unsafe, "\u{fffd}");
  return unicode ? line : line.replaceAll(notAscii, "?");
};

/** What is said to a person, some of it by a stranger's file: its lines stay lines, and command nothing else. */
export const harmless = (lines: string): string =>
  lines
    .split("\n")
    .map((line) => line.replaceAll(unsafe, "\u{fffd}"))
    .join("\n");

const noCell = /^[\p{Mn}\p{Me}\u200c\u200d]$/u;
const twoCells =
  /^(?:\p{Script=Han}|\p{Script=Hangul}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Emoji_Presentation}|[\u3000-\u303f\uff01-\uff60])$/u;

const cellsOfOne = (character: string): number => (noCell.test(character) ? 0 : twoCells.test(character) ? 2 : 1);

/** Cells that a text takes on a terminal; its colours take none. */
export const cells = (text: string): number =>
  [...stripVTControlCharacters(text)].reduce((sum, character) => sum + cellsOfOne(character), 0);

/** The beginning of a text that fits, with an ellipsis where it is not all of it. */
export function cut(text: string, width: number, ellipsis: string): string {
  if (cells(text) <= width) return text;
  const [beginning = ""] = pieces(text, Math.max(width - cells(ellipsis), 1));
  return `${beginning}${ellipsis}`;
}

/** A text in pieces of at most so many cells. */
function pieces(text: string, width: number): string[] {
  const all: string[] = [];
  let [piece, taken] = ["", 0];
  for (const character of text) {
    const more = cellsOfOne(character);
    if (taken + more > width && piece !== "") {
      all.push(piece);
      [piece, taken] = ["", 0];
    }
    piece += character;
    taken += more;
  }
  return [...all, piece];
}

/** Words, or other things that stay together, in lines that fit; one that is longer than a line is broken. */
export function fill(words: readonly string[], gap: string, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of words) {
    const longer = line === "" ? word : line + gap + word;
    if (cells(longer) <= width) {
      line = longer;
      continue;
    }
    if (line !== "") lines.push(line);
    const parts = pieces(word, width);
    lines.push(...parts.slice(0, -1));
    line = parts.at(-1) ?? "";
  }
  return [...lines, line];
}

/** A line in lines that fit, broken between words where that can be. */
export const wrap = (text: string, width: number): string[] => fill(text.split(" "), " ", width);
