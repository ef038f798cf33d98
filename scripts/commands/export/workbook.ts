import { type FileHandle, open } from "node:fs/promises";
import { CliError, interruptedError } from "../../cli/errors.ts";
import { openFresh } from "../../cli/output/openFresh.ts";
import { cellsOf, columnsRead } from "./copy/text.ts";
import { workbookEntries } from "./formats/xlsx.ts";
import { zip } from "./formats/zip.ts";
import type { ExportRequest } from "./request/request.ts";

/**
 * Makes the workbook from the spooled rows. A zip archive cannot be continued in the middle; rows spooled line by line can,
 * and --resume continues those.
 * @param read called with the bytes of the spool read so far
 * @throws CliError `interrupted`, `failed` for a spool file that somebody has changed.
 */
export async function writeWorkbook(
  spool: string,
  file: string,
  request: ExportRequest,
  signal: AbortSignal,
  read: (bytes: number) => void,
): Promise<void> {
  const width = columnsRead(request).length;
  const rowsOf = (lines: readonly string[]): string[][] => {
    const rows = lines.map(cellsOf);
    if (rows.every((cells) => cells.length === width)) return rows;
    throw new CliError("failed", `${spool} is damaged; the export cannot be finished.`, {
      hint: "Start afresh: leave --resume out.",
    });
  };
  async function* batches(input: FileHandle): AsyncGenerator<string[][]> {
    let rest = "";
    const stream = input.createReadStream({ encoding: "utf8", autoClose: false });
    for await (const piece of stream) {
      if (signal.aborted) throw interruptedError();
      read(stream.bytesRead);
      const lines = `${rest}${String(piece)}`.split("\n");
      rest = lines.pop() ?? "";
      yield rowsOf(lines);
    }
    if (rest !== "") yield rowsOf([rest]);
  }
  const input = await open(spool);
  try {
    await writePieces(file, zip(workbookEntries(request, batches(input))));
  } finally {
    await input.close();
  }
}

/** Writes a new file, which is then on the disk. */
async function writePieces(file: string, pieces: AsyncIterable<Uint8Array>): Promise<void> {
  const output = await openFresh(file);
  try {
    for await (const piece of pieces) await output.writeFile(piece);
    await output.sync();
  } finally {
    await output.close();
  }
}
