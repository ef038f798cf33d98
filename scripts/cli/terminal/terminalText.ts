import { stripVTControlCharacters } from "node:util";
import stringWidth from "fast-string-width";
import { wrapAnsi } from "fast-wrap-ansi";
import { commands } from "../../../server/launch/finding.ts";

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

/** The same, but with all the spaces that were typed, by which people line up lists. */
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

/** Number of cells that a text takes on a terminal; colour codes take none. */
export const cells = (text: string): number => stringWidth(stripVTControlCharacters(text));

/** As much of a text as fits, with an ellipsis where something was cut off. */
export function cut(text: string, width: number, ellipsis: string): string {
  if (cells(text) <= width) return text;
  const characters = [...text];
  while (characters.length > 1 && cells(characters.join("")) + cells(ellipsis) > width) characters.pop();
  return `${characters.join("")}${ellipsis}`;
}

/** Breaks a line into lines that fit, between words where possible. */
export const wrap = (text: string, width: number): string[] => wrapAnsi(text, width, { hard: true }).split("\n");

/** This stands for a space within a command. It is a private-use character, which no message has. */
const noBreak = "\uE000";

/**
 * Breaks the lines of a message that do not fit, and indents the continuation like the line's beginning.
 * Commands, and paths that are longer than a line, stay whole so that they can be copied.
 */
export const fit = (text: string, width: number): string =>
  text
    .split("\n")
    .flatMap((line) => {
      const [indent = ""] = /^ */u.exec(line) ?? [];
      const whole = line.slice(indent.length).replaceAll(commands, (words) => words.replaceAll(" ", noBreak));
      const lines = wrapAnsi(whole, width - indent.length, { wordWrap: true }).split("\n");
      return lines.map((each) => indent + each.replaceAll(noBreak, " "));
    })
    .join("\n");

/** Characters that a terminal may not be able to show. */
export interface Glyphs {
  arrow: string;
  /** A figure that does not exist is shown as this. */
  dash: string;
  ellipsis: string;
  /** A whole cell of a bar, and one that is not filled. */
  full: string;
  empty: string;
  /** Parts of a cell, beginning with nothing; the one after the last would be `full`. */
  parts: readonly string[];
}

const unicode: Glyphs = {
  arrow: "→",
  dash: "–",
  ellipsis: "…",
  full: "█",
  empty: "░",
  parts: ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"],
};
const ascii: Glyphs = { arrow: "->", dash: "-", ellipsis: "...", full: "#", empty: ".", parts: ["", "-"] };

/** Unicode characters for a terminal that shows them, ASCII ones for any other. */
export const glyphsFor = (io: { unicode: boolean }): Glyphs => (io.unicode ? unicode : ascii);

type Style = "bold" | "dim" | "red" | "green" | "yellow";

// ECMA-48 SGR codes. util.styleText would do, but decides about colour by process.stdout alone on Node 20.
const codes: Record<Style, [number, number]> = {
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
};

/** Colours text where the stream it goes to shows colours. */
export const painter =
  (color: boolean) =>
  (style: Style, text: string): string =>
    color ? `\u001B[${codes[style][0]}m${text}\u001B[${codes[style][1]}m` : text;
