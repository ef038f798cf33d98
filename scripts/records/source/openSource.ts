import type { FileHandle } from "node:fs/promises";
import { resolve } from "node:path";
import type { Readable } from "node:stream";
import { readError } from "../../cli/fileError.ts";
import { openInput } from "../../cli/openInput.ts";
import { csvRecords } from "../../csv/csvRecords.ts";
import { type CsvText, inspectCsv } from "../../csv/csvText.ts";
import { charactersOf } from "../../csv/encoding.ts";
import { bytesOf, type OpenFile } from "./openFile.ts";
import { headBytes, otherFile } from "./otherFile.ts";
import type { Source } from "./source.ts";
import { spool } from "./spool.ts";
import { openWorkbook } from "./xlsx/workbook.ts";

/** Where a source is read from: relative paths start at `folder`, and `-` is `input`. */
export interface SourceOptions {
  folder: string;
  input: Readable;
  signal: AbortSignal;
}

const zip = Buffer.from("PK\u0003\u0004");

async function* nothing(): AsyncGenerator<never> {}

/** How many of a file's characters are shown, so that a wrong encoding is noticed; they are no personal data. */
const shown = 12;

async function doubtOf({ bytes, encoding, damaged }: CsvText): Promise<string | undefined> {
  if (damaged) return "Some of its bytes are not UTF-8. The lines that have them are rejected.";
  if (encoding !== "windows-1252") return undefined;
  const characters = await charactersOf(bytes, encoding, shown + 1);
  const some = [...characters.slice(0, shown), ...(characters.length > shown ? ["…"] : [])].join(" ");
  return `It is not UTF-8, and this is a guess: it would have the characters ${some}. If these are wrong, save it as UTF-8.`;
}

async function read(
  file: OpenFile,
): Promise<Pick<Source, "description" | "doubt" | "workbook" | "delimiter" | "mark" | "records">> {
  const { buffer, bytesRead } = await file.handle.read({ buffer: Buffer.alloc(headBytes), position: 0 });
  const head = buffer.subarray(0, bytesRead);
  if (head.subarray(0, zip.length).equals(zip)) return openWorkbook(file);
  const other = otherFile(file.name, head);
  if (other) throw other;
  const text = await inspectCsv(() => bytesOf(file.handle));
  if (!text) return { description: "an empty file", workbook: false, delimiter: ",", mark: false, records: nothing };
  const { encoding, delimiter, mark } = text;
  const doubt = await doubtOf(text);
  return {
    ...(doubt ? { doubt } : {}),
    description: `${encoding}, fields separated by ${delimiter === "\t" ? "tabs" : delimiter}`,
    workbook: false,
    delimiter,
    mark,
    records: (onBytes) => csvRecords(text, onBytes),
  };
}

/** Copies a pipe, or stdin where there is no pipe, to a temporary file, and closes the pipe. */
async function spooled(
  name: string,
  pipe: FileHandle | undefined,
  { input, signal }: Pick<SourceOptions, "input" | "signal">,
): Promise<FileHandle> {
  try {
    return await spool(name, pipe?.createReadStream({ autoClose: false }) ?? input, signal);
  } finally {
    await pipe?.close();
  }
}

/**
 * Opens a file of people: a CSV file or a workbook, told apart by its content. Stdin, or a pipe, is copied to a private
 * temporary file, as it is read more than once; such a source has no `file`.
 * @throws CliError `failed` when it cannot be read.
 */
export async function openSource(path: string, { folder, input, signal }: SourceOptions): Promise<Source> {
  const name = path === "-" ? "stdin" : resolve(folder, path);
  const named =
    path === "-"
      ? undefined
      : await openInput(name, signal).catch((cause: unknown) => {
          throw readError(name, cause);
        });
  const file = (await named?.stat())?.isFile() ? name : undefined;
  const handle = file && named ? named : await spooled(name, named, { input, signal });
  const close = () => handle.close();
  try {
    const { size } = await handle.stat();
    return { name, file, bytes: size, close, ...(await read({ name, handle })) };
  } catch (cause) {
    await close();
    throw readError(name, cause);
  }
}
