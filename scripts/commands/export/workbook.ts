import { open } from "node:fs/promises";
import { CliError, interruptedError } from "../../cli/errors.ts";
import { workbookEntries } from "./formats/xlsx.ts";
import { zip } from "./formats/zip.ts";
import type { ExportRequest } from "./request/request.ts";
import type { ExportRow } from "./request/tables.ts";

/** Rows that are turned into a part of the workbook at once. */
const batchRows = 1000;

/** Written by the database a moment ago, and cut to what was whole: only its shape is looked at. */
const isRows = (value: unknown): value is ExportRow[] =>
  Array.isArray(value) && value.every((row) => typeof row === "object" && row !== null);

/** @throws CliError `failed` for a spool that somebody has changed. */
function parseRows(lines: readonly string[], spool: string): ExportRow[] {
  let rows: unknown;
  try {
    rows = JSON.parse(`[${lines.join(",")}]`);
  } catch {
    rows = undefined;
  }
  if (isRows(rows)) return rows;
  throw new CliError("failed", `${spool} is damaged; the export cannot be finished.`, {
    hint: "Start afresh: leave --resume out.",
  });
}

/**
 * Makes the workbook out of the spooled rows. A zip archive cannot be taken up again in the middle, rows that are
 * spooled line by line can: that is what --resume continues.
 */
export async function writeWorkbook(
  spool: string,
  file: string,
  request: ExportRequest,
  signal: AbortSignal,
): Promise<void> {
  const [input, output] = await Promise.all([open(spool), open(file, "w", 0o600)]);
  async function* batches(): AsyncGenerator<ExportRow[]> {
    let lines: string[] = [];
    for await (const line of input.readLines()) {
      lines.push(line);
      if (lines.length < batchRows) continue;
      if (signal.aborted) throw interruptedError();
      yield parseRows(lines, spool);
      lines = [];
    }
    yield parseRows(lines, spool);
  }
  try {
    for await (const piece of zip(workbookEntries(request, batches()))) await output.writeFile(piece);
    await output.sync();
  } finally {
    await Promise.all([input.close(), output.close()]);
  }
}
