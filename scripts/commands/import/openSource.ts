import { createReadStream } from "node:fs";
import { open, stat } from "node:fs/promises";
import { resolve } from "node:path";
import type { Readable } from "node:stream";
import { CliError } from "../../cli/errors.ts";
import { csvRecords } from "../../csv/csvRecords.ts";
import { inspectCsv } from "../../csv/csvText.ts";
import type { Source } from "./source/source.ts";
import { spool } from "./source/spool.ts";
import { openWorkbook } from "./source/xlsx/workbook.ts";

/** Where a source comes from: relative paths are meant in `folder`, and `-` is `input`. */
export interface SourceOptions {
  folder: string;
  input: Readable;
  signal: AbortSignal;
}

const zip = Buffer.from("PK\u0003\u0004");
/** Compound files, which old Excel files and encrypted workbooks are ([MS-CFB] section 2.2). */
const compound = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);

async function beginning(file: string): Promise<Buffer> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(8) });
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

async function read(file: string): Promise<Pick<Source, "description" | "delimiter" | "mark" | "records">> {
  const head = await beginning(file);
  if (head.subarray(0, zip.length).equals(zip)) return openWorkbook(file);
  if (head.equals(compound))
    throw new CliError("failed", `${file} is an old or an encrypted Excel file.`, {
      hint: "Save it as .xlsx without a password, or as CSV.",
    });
  const text = await inspectCsv(() => createReadStream(file));
  if (!text) throw new CliError("failed", `${file} is empty.`);
  const { encoding, delimiter, mark } = text;
  return {
    description: `${encoding}, fields separated by ${delimiter === "\t" ? "tabs" : delimiter}`,
    delimiter,
    mark,
    records: (onBytes) => csvRecords(text, onBytes),
  };
}

/**
 * Opens a file to import, a CSV file or a workbook by what is in it. Stdin is kept in a private file meanwhile, as it
 * is read more than once.
 * @throws CliError `failed` when it cannot be read or is empty.
 */
export async function openSource(path: string, { folder, input, signal }: SourceOptions): Promise<Source> {
  const spooled = path === "-" ? await spool(input, signal) : undefined;
  const file = spooled?.file ?? resolve(folder, path);
  const close = async () => spooled?.remove();
  try {
    const { size } = await stat(file);
    return { file: spooled ? undefined : file, bytes: size, close, ...(await read(file)) };
  } catch (cause) {
    await close();
    const name = spooled ? "stdin" : file;
    if (cause instanceof CliError)
      throw new CliError(cause.code, cause.message.replace(file, name), {
        cause,
        ...(cause.hint === undefined ? {} : { hint: cause.hint }),
      });
    throw new CliError("failed", `${name} cannot be read: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    });
  }
}
