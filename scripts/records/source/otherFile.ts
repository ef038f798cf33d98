import { CliError } from "../../cli/errors.ts";
import { type FileKind, fileKind } from "../../cli/fileKind.ts";

/** How many bytes from the beginning {@link otherFile} looks at. */
export const headBytes = 4096;

const wanted = "Give a CSV file, a list with one address a line, or a workbook (.xlsx).";
const save = "Save it as .xlsx or as CSV.";

/** How to make a source of a file that a spreadsheet program opens. */
const saveFrom: Record<NonNullable<FileKind["opensAs"]>, string> = {
  workbook: "Save it as .xlsx without a password, or as CSV.",
  table: save,
};

/** Whether bytes are binary: text has hardly any null characters, which in UTF-16 are two bytes each. */
function isBinary(head: Buffer): boolean {
  const [a, b] = head;
  const marked = (a === 0xff && b === 0xfe) || (a === 0xfe && b === 0xff);
  const wide = marked || (a === 0) !== (b === 0);
  const step = wide ? 2 : 1;
  let nulls = 0;
  for (let at = 0; at + step <= head.length; at += step) if (head[at] === 0 && (!wide || head[at + 1] === 0)) nulls++;
  return nulls > 1 && nulls * 100 > head.length / step;
}

/** Says what a file is, judging by its beginning; undefined for a possible table. Zip archives are for {@link otherArchive}. */
export function otherFile(name: string, head: Buffer): CliError | undefined {
  const kind = fileKind(head);
  if (kind) {
    const { is, opensAs, hint = opensAs === undefined ? wanted : saveFrom[opensAs] } = kind;
    return new CliError("failed", `${name} is ${is}.`, { hint });
  }
  return isBinary(head) ? new CliError("failed", `${name} is binary data, not text.`, { hint: wanted }) : undefined;
}

/** Entries that identify the formats that are zip archives. Microsoft 365 may number them. */
const contents: readonly (readonly [entry: RegExp, is: string, hint: string])[] = [
  [/^xl\/workbook\d*\.bin$/u, "a binary workbook (.xlsb)", save],
  [/^word\/document\d*\.xml$/u, "a Word document", wanted],
  [/^ppt\/presentation\d*\.xml$/u, "a presentation", wanted],
  [/^content\.xml$/u, "an OpenDocument file", save],
  [/^Index\/Document\.iwa$/u, "a file of Numbers, Pages or Keynote", save],
];

/** Says what a zip archive that is not a workbook is, judging by the names of its entries. */
export function otherArchive(name: string, entries: readonly string[]): CliError {
  for (const [entry, is, hint] of contents)
    if (entries.some((one) => entry.test(one))) return new CliError("failed", `${name} is ${is}.`, { hint });
  return new CliError("failed", `${name} is an archive, but not a workbook.`, {
    hint: `Unpack it, and import a file inside: ${entries.slice(0, 5).join(", ")}`,
  });
}
