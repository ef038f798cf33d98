import { rm } from "node:fs/promises";
import { renameDurably } from "../../../server/files/durable.ts";
import type { BackendContext } from "../../cli/context.ts";
import { CliError, interruptedError } from "../../cli/errors.ts";
import { say } from "../../cli/io.ts";
import { writeError } from "../../cli/fileError.ts";
import { count, counted, megabytes, span } from "../../cli/amounts.ts";
import { warnOfReaders } from "../../cli/output/readers.ts";
import { progressBar } from "../../cli/progressBar.ts";
import { textHead } from "./formats/text.ts";
import { countRows, hasRow, lastCursor } from "./pages.ts";
import { discardPartial, openPartial, type PartialExport } from "./partial.ts";
import { claimPartial, partialFiles, type Progress, unfinished } from "./progress.ts";
import type { ExportOptions, ExportRequest } from "./request/request.ts";
import { rowsOf } from "./rows.ts";
import { writeWorkbook } from "./workbook.ts";

/** Stands for the last row's key of an empty table: it comes before the key of any row. */
const noKey = { created_at: "-infinity", id: "00000000-0000-0000-0000-000000000000" };

/**
 * Exports to a file that gets its name once it is complete.
 * @throws CliError `usage`, `unreachable`, `interrupted`, `failed` when the file cannot be written, or another export
 *   writes it.
 */
export async function exportToFile(
  context: BackendContext,
  request: ExportRequest,
  { resume }: ExportOptions,
  out: string,
): Promise<void> {
  const started = performance.now();
  const claim = await claimPartial(out, context.clock()).catch((error: unknown) => {
    throw writeError(out, error);
  });
  try {
    const progress = resume ? await begun(context, request, out) : await fresh(context, request);
    const before = progress.rows;
    const partial = await openPartial(out, progress, textHead(request)).catch((error: unknown) => {
      throw writeError(out, error);
    });
    if (resume) say(context, `Continuing after ${counted(before, "row")}.`);
    try {
      await writeAll(context, request, partial);
      await finish(context, request, progress.bytes, out);
    } catch (error) {
      if (context.signal.aborted) throw interruptedError(toContinue(partial));
      throw writeError(out, error, toContinue(partial, "Make room, then continue"));
    }
    const ms = performance.now() - started;
    say(
      context,
      `${counted(progress.rows, "row")} in ${out} (${span(ms)}, ${count(((progress.rows - before) / Math.max(ms, 1)) * 1000)} rows/s).`,
    );
    await warnOfReaders(context, out);
  } finally {
    await claim.release();
  }
}

const fresh = async (context: BackendContext, request: ExportRequest): Promise<Progress> => ({
  request: JSON.stringify(request),
  through: (await lastCursor(context, request)) ?? noKey,
  rows: 0,
  bytes: 0,
});

/** What there is of an export that is resumed: where it stopped must be a row of this backend, else two lists would be mixed. */
async function begun(context: BackendContext, request: ExportRequest, out: string): Promise<Progress> {
  const progress = await unfinished(out, request);
  const reached = progress.after ?? progress.through;
  if (reached.created_at === noKey.created_at || (await hasRow(context, request, reached))) return progress;
  throw new CliError("usage", `The unfinished export to ${out} stopped at a row that is not in this backend.`, {
    hint: "If it was made from another backend, name that one. Otherwise the row is gone: leave --resume out.",
  });
}

/** What is kept of an export that was ended, and how to go on. */
const toContinue = (partial: PartialExport, how = "Continue"): string =>
  `${counted(partial.kept(), "row is", "rows are")} kept. ${how} with the same command and --resume.`;

/** Writes the rows; whatever happens, the ones written are put on the disk. */
async function writeAll(context: BackendContext, request: ExportRequest, partial: PartialExport): Promise<void> {
  try {
    await fill(context, request, partial);
  } catch (error) {
    // The error that ended the export is reported, not one that followed from it.
    await partial.close().catch(() => undefined);
    if (!(error instanceof CliError)) throw error;
    const hint = [error.hint, toContinue(partial)].filter((line) => line !== undefined).join("\n");
    throw new CliError(error.code, error.message, { hint, cause: error });
  }
  await partial.close();
}

async function fill(context: BackendContext, request: ExportRequest, partial: PartialExport): Promise<void> {
  const { progress } = partial;
  if (progress.through.created_at === noKey.created_at) return;
  const bar = progressBar(context, context.interactive ? await countRows(context, request) : 0, progress.rows);
  try {
    for await (const page of rowsOf(context, request, progress.after, progress.through)) {
      await partial.append(page);
      bar.at(progress.rows);
    }
  } finally {
    bar.end();
  }
}

/** Gives the complete export its name atomically; a workbook is made only now, from the spooled rows. */
async function finish(context: BackendContext, request: ExportRequest, bytes: number, out: string): Promise<void> {
  const { data, workbook } = partialFiles(out);
  if (request.format === "xlsx") {
    const bar = progressBar(context, bytes, 0, megabytes);
    try {
      await writeWorkbook(data, workbook, request, context.signal, bar.at);
    } catch (error) {
      await rm(workbook, { force: true }).catch(() => undefined);
      throw error;
    } finally {
      bar.end();
    }
  }
  await renameDurably(request.format === "xlsx" ? workbook : data, out);
  await discardPartial(out);
}
