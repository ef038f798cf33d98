/** What a file is, judging by its beginning. */
export interface FileKind {
  /** With its article, to follow "is". */
  is: string;
  /** What to do first, where the file only wraps another one. */
  hint?: string;
}

const unpack = "Unpack it first, and give the file inside.";
const decrypt = "Decrypt it first, and give the decrypted file.";

/** First bytes of files, as their formats define them; each character is a byte. */
const beginnings: readonly (readonly [beginning: string, is: string, hint?: string])[] = [
  // Compound files: old Excel files and encrypted workbooks ([MS-CFB] section 2.2).
  ["\u00D0\u00CF\u0011\u00E0\u00A1\u00B1\u001A\u00E1", "an old or an encrypted Excel file"],
  ["%PDF-", "a PDF document"],
  ["\u001F\u008B", "a compressed file (gzip)", unpack],
  ["\u00FD7zXZ\u0000", "a compressed file (xz)", unpack],
  ["\u0028\u00B5\u002F\u00FD", "a compressed file (zstd)", unpack],
  ["BZh9", "a compressed file (bzip2)", unpack],
  ["7z\u00BC\u00AF\u0027\u001C", "an archive (7-Zip)", unpack],
  ["Rar!\u001A\u0007", "an archive (RAR)", unpack],
  ["PK\u0003\u0004", "an archive (zip)", unpack],
  ["age-encryption.org/", "an encrypted file (age)", decrypt],
  ["-----BEGIN AGE ENCRYPTED FILE-----", "an encrypted file (age)", decrypt],
  ["-----BEGIN PGP MESSAGE-----", "an encrypted file (PGP)", decrypt],
  ["\u0089PNG\r\n", "a picture"],
  ["\u00FF\u00D8\u00FF", "a picture"],
  ["GIF89a", "a picture"],
  ["SQLite format 3\u0000", "a database (SQLite)"],
  ["{\\rtf", "a text document (RTF)"],
];

/** Beginnings of text formats, which blanks may precede. */
const texts: readonly (readonly [beginning: RegExp, is: string])[] = [
  [/^\s*<(?:!doctype html|html|head|body|table)\b/iu, "a web page (HTML)"],
  [/^\s*<\?xml\b/iu, "an XML file"],
  [/^\s*(?:\{\s*"|\[\s*["{])/u, "a JSON file"],
  [/^\s*BEGIN:VCARD\b/iu, "a file of contacts (vCard)"],
];

/** Says what a file is by its first bytes, some 4 KB; undefined for a format without a beginning of its own, such as CSV. */
export function fileKind(head: Buffer): FileKind | undefined {
  const text = head.toString("latin1").replace(/^\u00EF\u00BB\u00BF/u, "");
  const [, is, hint] = beginnings.find(([beginning]) => text.startsWith(beginning)) ?? [];
  if (is !== undefined) return { is, ...(hint === undefined ? {} : { hint }) };
  const [, named] = texts.find(([beginning]) => beginning.test(text)) ?? [];
  return named === undefined ? undefined : { is: named };
}
