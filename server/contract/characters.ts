import { limits } from "./limits.ts";

// Invisible characters that nobody types on purpose: direction marks (Unicode TR 36), zero-width spaces, soft hyphens, byte order
// marks, and control characters except tab and line feed. The joiners U+200C and U+200D stay: Persian and emoji need them.
const invisible =
  /(?![\t\n])[\p{Cc}\p{Cs}\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/gu;
/** A visible character. A zero-width joiner does not count as one, nor does a letter that only fills a place (U+3164, U+2800). */
const visible = /(?![\p{DI}\u2800])[\p{L}\p{N}\p{P}\p{S}]/u;
/** Combining marks beyond the thirty that one letter may have (UAX #15, stream-safe text): sorting thousands takes 30 ms. */
const excessMarks = /(\p{M}{30})\p{M}+/gu;
/** All line breaks, including those that word processors paste. */
const lineBreak = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/gu;

const withoutExcessMarks = (text: string): string => text.replaceAll(excessMarks, "$1");

/** A character that shows nothing, in any place. The joiners are included, as they only make sense within words. */
const unseen = /[^\P{Cc}\t\n\r]|[\p{Cs}\p{Cf}\p{DI}]/u;
const shown = /[^\s\p{Cc}\p{Cs}\p{Cf}\p{DI}]/u;

/** Removes space and all invisible characters from the ends of a text. */
export function trimUnseen(text: string): string {
  const letters = [...text];
  const isShown = (letter: string) => shown.test(letter);
  return letters.slice(Math.max(letters.findIndex(isShown), 0), letters.findLastIndex(isShown) + 1).join("");
}

/** The first invisible character of a text: its place, counted from 1, and its name, such as `U+200C`. Undefined if there is none. */
export function firstUnseen(text: string): { place: number; name: string } | undefined {
  const letters = [...text];
  const index = letters.findIndex((letter) => unseen.test(letter));
  const code = letters[index]?.codePointAt(0)?.toString(16).toUpperCase().padStart(4, "0");
  return code === undefined ? undefined : { place: index + 1, name: `U+${code}` };
}

/** Removes the invisible characters that get into text by pasting. */
const withoutInvisible = (text: string): string => text.replaceAll(invisible, "");

/** Normalises free text for storage: line breaks as LF, nothing invisible, trimmed, NFC. */
export const tidyProse = (text: string): string =>
  // NFC is repeated after this, because some marks are decomposed into two.
  withoutExcessMarks(withoutExcessMarks(withoutInvisible(text.replaceAll(lineBreak, "\n")).trim()).normalize("NFC"));

/** Normalises one line for storage: like {@link tidyProse}, with a space in place of each line break and tab. */
export const tidyLine = (text: string): string => tidyProse(text.replaceAll(lineBreak, " ").replaceAll("\t", " "));

/** Length of a text in code points, like PostgreSQL's `char_length`. */
export const lengthOf = (text: string): number => [...text].length;

export const isVisible = (text: string): boolean => visible.test(text);

/**
 * A text in the form of a source, however long: a campaign has the same name in a link as in an imported file. Accents are
 * removed, and what else a source cannot hold becomes a dash. Empty where nothing is left, and for anything with an @, which may
 * be an address.
 */
export const slugOf = (text: string): string =>
  text.includes("@")
    ? ""
    : text
        .normalize("NFKD")
        .replaceAll(/\p{M}/gu, "")
        .toLowerCase()
        .replaceAll(/[^a-z0-9._-]+/gu, "-")
        .replace(/^[^a-z0-9]+/u, "");

/** The source of a slug, cut to the length that is stored; undefined for an empty one. */
export const sourceOfSlug = (slug: string): string | undefined =>
  slug.slice(0, limits.source).replace(/-+$/u, "") || undefined;

/** The first characters of a text, none of them cut in half. */
export const firstCharacters = (text: string, most: number): string => [...text].slice(0, most).join("");
