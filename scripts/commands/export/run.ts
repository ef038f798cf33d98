import { rename, rm } from "node:fs/promises";
import { resolve } from "node:path";
import type { BackendContext } from "../../cli/context.ts";
import { CliError, interruptedError } from "../../cli/errors.ts";
import { say, write } from "../../cli/io.ts";
import { count, progressBar, span } from "../../cli/progressBar.ts";
import { csv, ndjson, type TextFormat } from "./formats/text.ts";
import { countRows, lastCursor, pages } from "./pages.ts";
import { openPartial, partialFiles, type Progress, unfinished } from "./partial.ts";
import { type ExportOptions, type ExportRequest, exportRequest } from "./request.ts";
import type { Subject } from "./tables.ts";
import { writeWorkbook } from "./workbook.ts";

/** Name of an export that was given none: `waitlist-2026-05-04.csv`. */
const datedName = (subject: Subject, format: string, now: Date): string =>
  `${subject}-${now.toISOString().slice(0, 10)}.${format}`;

/**
 * Exports the waitlist or the beta applications to a file, or with `--out -` to stdout.
 * @throws CliError `usage`, `unreachable`, `interrupted` (a partial that `--resume` takes up is left), `failed`.
 */
export async function exportTable(context: BackendContext, subject: Subject, options: ExportOptions): Promise<void> {
  const request = exportRequest(subject, options);
  if (request.raw) say(context, "Warning: --raw leaves formulas as they are. Do not open the file in a spreadsheet.");
  if (options.out === "-") return toStdout(context, request, options);
  return toFile(
    context,
    request,
    options,
    resolve(context.folder, options.out ?? datedName(subject, request.format, context.clock())),
  );
}

/** How rows are put down while the export runs; those of a workbook with all that its own writing needs. */
const textFormat = (request: ExportRequest): TextFormat => {
  if (request.format === "csv") return csv(request);
  return ndjson(
    request.format === "ndjson" ? request : { columns: [...new Set([...request.columns, "created_at", "id"])] },
  );
};

/** Gives the whole export its name at once; the last step of a workbook is to be made. */
async function finish(out: string, request: ExportRequest, signal: AbortSignal): Promise<void> {
  const { data, state, workbook } = partialFiles(out);
  if (request.format === "xlsx") await writeWorkbook(data, workbook, request, signal);
  await rename(request.format === "xlsx" ? workbook : data, out);
  await Promise.all([data, state].map((file) => rm(file, { force: true })));
}

async function toStdout(context: BackendContext, request: ExportRequest, { resume }: ExportOptions): Promise<void> {
  if (resume) throw new CliError("usage", "--resume continues a file; it cannot continue stdout.");
  if (request.format === "xlsx") throw new CliError("usage", "--format xlsx is written to a file. Give --out FILE.");
  const format = textFormat(request);
  await write(context.out, format.head);
  const through = await lastCursor(context, request);
  if (!through) return;
  for await (const rows of pages(context, request, undefined, through)) await write(context.out, format.rows(rows));
}

async function toFile(
  context: BackendContext,
  request: ExportRequest,
  { resume }: ExportOptions,
  out: string,
): Promise<void> {
  const started = Date.now();
  const progress = resume ? await unfinished(out, request) : await fresh(context, request);
  const partial = await openPartial(out, progress, textFormat(request).head).catch((cause: unknown) => {
    throw new CliError(
      "failed",
      `${out} cannot be written: ${cause instanceof Error ? cause.message : String(cause)}`,
      { cause },
    );
  });
  const before = progress.rows;
  if (resume) say(context, `Continuing after ${count(before)} rows.`);
  try {
    await fill(context, request, partial);
  } catch (error) {
    const hint = `${count(progress.rows)} rows are kept. Continue with the same command and --resume.`;
    if (context.signal.aborted) throw interruptedError(hint);
    throw error instanceof CliError ? new CliError(error.code, error.message, { hint, cause: error }) : error;
  } finally {
    await partial.close();
  }
  await finish(out, request, context.signal);
  const ms = Date.now() - started;
  say(
    context,
    `${count(progress.rows)} rows in ${out} (${span(ms)}, ${count(((progress.rows - before) / Math.max(ms, 1)) * 1000)} rows/s).`,
  );
}

/** An empty table has no last row; the keys of nothing stand for it. */
const nothing = { created_at: "-infinity", id: "00000000-0000-0000-0000-000000000000" };

const fresh = async (context: BackendContext, request: ExportRequest): Promise<Progress> => ({
  request: JSON.stringify(request),
  through: (await lastCursor(context, request)) ?? nothing,
  rows: 0,
  bytes: 0,
});

async function fill(
  context: BackendContext,
  request: ExportRequest,
  partial: Awaited<ReturnType<typeof openPartial>>,
): Promise<void> {
  const { progress } = partial;
  if (progress.through.created_at === nothing.created_at) return;
  const format = textFormat(request);
  const bar = progressBar(context, context.interactive ? await countRows(context, request) : 0, progress.rows);
  try {
    for await (const rows of pages(context, request, progress.after, progress.through)) {
      const last = rows.at(-1);
      if (last) await partial.append(format.rows(rows), rows.length, last);
      bar.at(progress.rows);
    }
  } finally {
    bar.end();
  }
}
