// What nobody sees and nobody meant: direction marks (Unicode TR 36), zero-width spaces, soft hyphens, byte order marks,
// and control characters beside tab and line feed. The joiners U+200C and U+200D stay: Persian and emoji need them.
const invisible =
  /(?![\t\n])[\p{Cc}\p{Cs}\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/gu;
/** Something a reader can see: a zero-width joiner is no name, nor a letter that fills a place (U+3164, U+2800). */
const visible = /(?![\p{DI}\u2800])[\p{L}\p{N}\p{P}\p{S}]/u;
/** Marks beyond the thirty that one letter has at most (UAX #15, stream-safe text): to put thousands in order takes 30 ms. */
const excessMarks = /(\p{M}{30})\p{M}+/gu;
/** Every way to begin a new line: what word processors paste, too. */
const lineBreak = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/gu;

const withoutExcessMarks = (text: string): string => text.replaceAll(excessMarks, "$1");

/** Text without the characters that come along when it is pasted and that no reader can see. */
export const withoutInvisible = (text: string): string => text.replaceAll(invisible, "");

/** Free text as it is stored: line breaks as LF, nothing invisible, trimmed, NFC. */
export const tidyProse = (text: string): string =>
  // Again after it: some marks are written as two.
  withoutExcessMarks(withoutExcessMarks(withoutInvisible(text.replaceAll(lineBreak, "\n")).trim()).normalize("NFC"));

/** One line as it is stored: as {@link tidyProse}, with a space for each line break and tab. */
export const tidyLine = (text: string): string => tidyProse(text.replaceAll(lineBreak, " ").replaceAll("\t", " "));

/** Length of a text in code points, as PostgreSQL's `char_length` counts. */
export const lengthOf = (text: string): number => [...text].length;

/** Whether a text has something in it that a reader can see. */
export const isVisible = (text: string): boolean => visible.test(text);
