/** What a file is, judging by its beginning. */
export interface FileKind {
  /** With its article, to follow "is". */
  is: string;
  /** What to do first, where the file only wraps another one. */
  hint?: string;
  /** A file that a spreadsheet program opens: a workbook of another format, or a document that may hold a table. */
  opensAs?: "workbook" | "table";
}

const unpack = "Unpack it first, and give the file inside.";
const decrypt = "Decrypt it first, and give the decrypted file.";

/** First bytes of files, as their formats define them; each character is a byte. */
const beginnings: readonly (readonly [beginning: string, kind: FileKind])[] = [
  // Compound files: old Excel files and encrypted workbooks ([MS-CFB] section 2.2).
  [
    "\u00D0\u00CF\u0011\u00E0\u00A1\u00B1\u001A\u00E1",
    { is: "an old or an encrypted Excel file", opensAs: "workbook" },
  ],
  ["%PDF-", { is: "a PDF document" }],
  ["\u001F\u008B", { is: "a compressed file (gzip)", hint: unpack }],
  ["\u00FD7zXZ\u0000", { is: "a compressed file (xz)", hint: unpack }],
  ["\u0028\u00B5\u002F\u00FD", { is: "a compressed file (zstd)", hint: unpack }],
  ["BZh9", { is: "a compressed file (bzip2)", hint: unpack }],
  ["7z\u00BC\u00AF\u0027\u001C", { is: "an archive (7-Zip)", hint: unpack }],
  ["Rar!\u001A\u0007", { is: "an archive (RAR)", hint: unpack }],
  ["PK\u0003\u0004", { is: "an archive (zip)", hint: unpack }],
  ["age-encryption.org/", { is: "an encrypted file (age)", hint: decrypt }],
  ["-----BEGIN AGE ENCRYPTED FILE-----", { is: "an encrypted file (age)", hint: decrypt }],
  ["-----BEGIN PGP MESSAGE-----", { is: "an encrypted file (PGP)", hint: decrypt }],
  ["\u0089PNG\r\n", { is: "a picture" }],
  ["\u00FF\u00D8\u00FF", { is: "a picture" }],
  ["GIF89a", { is: "a picture" }],
  ["SQLite format 3\u0000", { is: "a database (SQLite)" }],
  ["{\\rtf", { is: "a text document (RTF)" }],
];

/** Beginnings of text formats, which blanks may precede. */
const texts: readonly (readonly [beginning: RegExp, kind: FileKind])[] = [
  [/^\s*<(?:!doctype html|html|head|body|table)\b/iu, { is: "a web page (HTML)", opensAs: "table" }],
  [/^\s*<\?xml\b/iu, { is: "an XML file", opensAs: "table" }],
  [/^\s*(?:\{\s*"|\[\s*["{])/u, { is: "a JSON file" }],
  [/^\s*BEGIN:VCARD\b/iu, { is: "a file of contacts (vCard)" }],
];

/** Says what a file is by its first bytes, some 4 KB; undefined for a format without a beginning of its own, such as CSV. */
export function fileKind(head: Buffer): FileKind | undefined {
  const text = head.toString("latin1").replace(/^\u00EF\u00BB\u00BF/u, "");
  const [, kind] =
    beginnings.find(([beginning]) => text.startsWith(beginning)) ??
    texts.find(([beginning]) => beginning.test(text)) ??
    [];
  return kind;
}
