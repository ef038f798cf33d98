import { stripVTControlCharacters } from "node:util";

// Characters that control a terminal, reverse its line or are invisible: controls, formats (bidirectional marks, tags),
// separators, surrogates, private use and unassigned ones. The joiners U+200C and U+200D stay: Persian and emoji need them.
const unsafe = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/gu;

// A terminal that is not in UTF-8 may take bytes of other letters for control characters (ECMA-48's C1).
const notAscii = /[^\p{ASCII}]/gu;

/** One line of text in which every unsafe character is replaced, and nothing else. */
export const harmlessLine = (text: string): string => text.replaceAll(unsafe, "\u{fffd}");

/** One line of text that a stranger typed, made harmless for a terminal: each unsafe character is replaced. */
export const printable = (text: string, terminal: { unicode: boolean }): string =>
  printableSpaced(text.replaceAll(/\s+/gu, " "), terminal);

/** The same with all the spaces that were typed, by which people line up lists. */
export const printableSpaced = (text: string, { unicode }: { unicode: boolean }): string => {
  const line = harmlessLine(text.replaceAll(/\s/gu, " "));
  return unicode ? line : line.replaceAll(notAscii, "?");
};

/** Text for a person that may quote a stranger's file: line ends stay, every other unsafe character is replaced. */
export const harmless = (lines: string): string => lines.split("\n").map(harmlessLine).join("\n");

/** The escape sequence of JSON for each UTF-16 code unit of a text (RFC 8259 section 7). */
const escaped = (text: string): string =>
  Array.from({ length: text.length }, (_, n) => `\\u${text.charCodeAt(n).toString(16).padStart(4, "0")}`).join("");

/** A value as indented JSON that a terminal shows harmlessly: each unsafe character is escaped, so that nothing is lost. */
export const printableJson = (value: unknown): string =>
  `${JSON.stringify(value, null, 2)
    .split("\n")
    .map((line) => line.replaceAll(unsafe, escaped))
    .join("\n")}\n`;

const noCell = /^[\p{Mn}\p{Me}\u200c\u200d]$/u;
const twoCells =
  /^(?:\p{Script=Han}|\p{Script=Hangul}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Emoji_Presentation}|[\u3000-\u303f\uff01-\uff60])$/u;

const cellsOfOne = (character: string): number => (noCell.test(character) ? 0 : twoCells.test(character) ? 2 : 1);

/** Cells that a text takes on a terminal; colour codes take none. */
export const cells = (text: string): number =>
  [...stripVTControlCharacters(text)].reduce((sum, character) => sum + cellsOfOne(character), 0);

/** As much of a text as fits, with an ellipsis where something was cut off. */
export function cut(text: string, width: number, ellipsis: string): string {
  if (cells(text) <= width) return text;
  const [beginning = ""] = pieces(text, Math.max(width - cells(ellipsis), 1));
  return `${beginning}${ellipsis}`;
}

/** A text in pieces of at most `width` cells. */
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

/** Joins words, or other things that stay together, to lines that fit; `split` breaks one that is longer than a line. */
export function fill(words: readonly string[], gap: string, width: number, split = pieces): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of words) {
    const longer = line === "" ? word : line + gap + word;
    if (cells(longer) <= width) {
      line = longer;
      continue;
    }
    if (line !== "") lines.push(line);
    const parts = split(word, width);
    lines.push(...parts.slice(0, -1));
    line = parts.at(-1) ?? "";
  }
  return [...lines, line];
}

/** Breaks a line into lines that fit, between words where possible. */
export const wrap = (text: string, width: number): string[] => fill(text.split(" "), " ", width);

/** A command to copy, to the end of its line or sentence, or else a word. */
const unbroken = /npx prelaunch(?: \S*[^\s.,:;)](?!\S))*(?: \S+)?|\S+/gu;

/**
 * Breaks the lines of a message that do not fit, and indents what follows like their beginning. Commands, and paths that are
 * longer than a line, stay whole, so that they can be copied.
 */
export const fit = (text: string, width: number): string =>
  text
    .split("\n")
    .flatMap((line) => {
      if (cells(line) <= width) return [line];
      const [indent = ""] = /^ */u.exec(line) ?? [];
      const lines = fill(line.match(unbroken) ?? [], " ", width - indent.length, (word) => [word]);
      return lines.map((each) => indent + each);
    })
    .join("\n");
