import { CliError } from "../../cli/errors.ts";

/** Bytes of a beginning that {@link otherFile} looks at. */
export const headBytes = 4096;

const wanted = "Give a CSV file, a list with one address a line, or a workbook (.xlsx).";
const save = "Save it as .xlsx or as CSV.";
const unpack = "Unpack it first, and give what was in it.";

/** What files begin with, as their formats lay down, each character a byte. */
const beginnings: readonly (readonly [beginning: string, is: string, hint: string])[] = [
  // Compound files, which old Excel files and encrypted workbooks are ([MS-CFB] section 2.2).
  [
    "\u00D0\u00CF\u0011\u00E0\u00A1\u00B1\u001A\u00E1",
    "an old or an encrypted Excel file",
    "Save it as .xlsx without a password, or as CSV.",
  ],
  ["%PDF-", "a PDF document", wanted],
  ["\u001F\u008B", "a compressed file (gzip)", unpack],
  ["\u00FD7zXZ\u0000", "a compressed file (xz)", unpack],
  ["\u0028\u00B5\u002F\u00FD", "a compressed file (zstd)", unpack],
  ["BZh9", "a compressed file (bzip2)", unpack],
  ["7z\u00BC\u00AF\u0027\u001C", "an archive (7-Zip)", unpack],
  ["Rar!\u001A\u0007", "an archive (RAR)", unpack],
  ["\u0089PNG\r\n", "a picture", wanted],
  ["\u00FF\u00D8\u00FF", "a picture", wanted],
  ["GIF89a", "a picture", wanted],
  ["SQLite format 3\u0000", "a database (SQLite)", wanted],
  ["{\\rtf", "a text document (RTF)", wanted],
];

/** What formats of text begin with, where blanks may come first. */
const texts: readonly (readonly [beginning: RegExp, is: string, hint: string])[] = [
  [/^\s*<(?:!doctype html|html|head|body|table)\b/iu, "a web page (HTML)", save],
  [/^\s*<\?xml\b/iu, "an XML file", save],
  [/^\s*(?:\{\s*"|\[\s*["{])/u, "a JSON file", wanted],
  [/^\s*BEGIN:VCARD\b/iu, "a file of contacts (vCard)", wanted],
];

/** Whether bytes are no text: it has hardly a null character, and one of UTF-16 is two bytes. */
function isBinary(head: Buffer): boolean {
  const [a, b] = head;
  const marked = (a === 0xff && b === 0xfe) || (a === 0xfe && b === 0xff);
  const wide = marked || (a === 0) !== (b === 0);
  const step = wide ? 2 : 1;
  let nulls = 0;
  for (let at = 0; at + step <= head.length; at += step) if (head[at] === 0 && (!wide || head[at + 1] === 0)) nulls++;
  return nulls > 1 && nulls * 100 > head.length / step;
}

/** Says what a file is by its beginning; undefined for what may be a table. Zip archives are for {@link otherArchive}. */
export function otherFile(name: string, head: Buffer): CliError | undefined {
  const text = head.toString("latin1").replace(/^\u00EF\u00BB\u00BF/u, "");
  const known =
    beginnings.find(([beginning]) => text.startsWith(beginning)) ?? texts.find(([beginning]) => beginning.test(text));
  if (known) return new CliError("failed", `${name} is ${known[1]}.`, { hint: known[2] });
  return isBinary(head) ? new CliError("failed", `${name} is no text, but binary data.`, { hint: wanted }) : undefined;
}

/** Files by which formats that are zip archives are known. */
const contents: readonly (readonly [entry: string, is: string, hint: string])[] = [
  ["xl/workbook.bin", "a binary workbook (.xlsb)", save],
  ["word/document.xml", "a Word document", wanted],
  ["ppt/presentation.xml", "a presentation", wanted],
  ["content.xml", "an OpenDocument file", save],
  ["Index/Document.iwa", "a file of Numbers, Pages or Keynote", save],
];

/** Says what a zip archive is that is no workbook, by the names of what is in it. */
export function otherArchive(name: string, entries: readonly string[]): CliError {
  for (const [entry, is, hint] of contents)
    if (entries.includes(entry)) return new CliError("failed", `${name} is ${is}.`, { hint });
  return new CliError("failed", `${name} is an archive, but no workbook.`, {
    hint: `Unpack it, and import what is in it: ${entries.slice(0, 5).join(", ")}`,
  });
}
