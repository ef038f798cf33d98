import { parse, serialize } from "parse5";

/** What may be left out of a document, and what takes its place (HTML Standard, 13.1.2). */
const shorter: readonly (readonly [RegExp, string])[] = [
  // End tags of shapes.
  [/><\/(?:circle|path|rect)>/gu, "/>"],
  // Slashes of elements without content.
  [/(<(?:input|link|meta)\b[^>]*)\/>/gu, "$1>"],
  // End tags that the next tag implies.
  [/<\/p>(?=<(?:div|dl|footer|form|h\d|ol|p|section|ul|\/div|\/form|\/section)\b)/gu, ""],
  [/<\/(?:dd|dt|li|option)>/gu, ""],
];

/** A start tag up to an angle bracket. */
const startTag = /<[a-z][^<>]*/gu;

/** React's names of attributes as HTML's own are written elsewhere in the page. */
const attribute = / (?:autoComplete|charSet)=/gu;

/** A document as browsers see it, with and without scripts. */
const treesOf = (html: string): string[] =>
  [true, false].map((scriptingEnabled) => serialize(parse(html, { scriptingEnabled })));

/**
 * Leaves out of a document what browsers add themselves.
 * @throws Error where a browser would see another document.
 */
export function shortenMarkup(html: string): string {
  const short = shorter
    .reduce((text, [pattern, replacement]) => text.replaceAll(pattern, replacement), html)
    // The values of attributes that are on or off.
    .replaceAll(startTag, (tag) => tag.replaceAll('=""', ""))
    .replaceAll(attribute, (name) => name.toLowerCase());
  const [before, after] = [treesOf(html), treesOf(short)];
  if (before.some((tree, index) => tree !== after[index]))
    throw new Error("A page's shortened markup is another document than the one that was rendered.");
  return short;
}
