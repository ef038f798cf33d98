import type { BackendContext } from "../../cli/context.ts";
import { CliError, failAdding } from "../../cli/errors.ts";
import { say, write } from "../../cli/io.ts";
import { chooseOutput } from "../../cli/output/chooseOutput.ts";
import { toStream } from "../../cli/output/stream.ts";
import { writeError } from "../../cli/fileError.ts";
import { textHead } from "./formats/text.ts";
import { lastCursor } from "./pages.ts";
import { type ExportOptions, type ExportRequest, exportRequest } from "./request/request.ts";
import type { Subject } from "./request/tables.ts";
import { rowsOf } from "./rows.ts";
import { exportToFile } from "./toFile.ts";

/** Default name of an export: `waitlist-2026-05-04.csv`. */
const datedName = (subject: Subject, format: string, now: Date): string =>
  `${subject}-${now.toISOString().slice(0, 10)}.${format}`;

/**
 * Exports the waitlist, the beta applications or their history to a file, a device or a pipe, or with `--out -` to stdout.
 * @throws CliError `usage`, `unreachable`, `interrupted` (a partial file is left for `--resume`), `failed`.
 */
export async function exportTable(context: BackendContext, subject: Subject, options: ExportOptions): Promise<void> {
  const request = exportRequest(subject, options);
  const name = options.out ?? datedName(subject, request.format, context.clock());
  const output = await chooseOutput(context, name, options);
  if (output.kind !== "file") refuseForStream(request, options);
  if (request.raw) say(context, "Warning: --raw leaves formulas as they are. Do not open the file in a spreadsheet.");
  if (request.mailable && !request.confirmed)
    say(context, "Whoever has not confirmed their address is included. Before you mail them, add --confirmed.");
  switch (output.kind) {
    case "stdout":
      return writeRows(context, request, (content) => write(context.out, content)).catch(
        failAdding("The export on stdout is incomplete."),
      );
    case "stream":
      return toDevice(context, request, output.path);
    case "file":
      return exportToFile(context, request, options, output.path);
  }
}

function refuseForStream({ format }: ExportRequest, { resume, out }: ExportOptions): void {
  const where = out === "-" ? "stdout" : `${out}, which is not a file`;
  if (resume) throw new CliError("usage", `--resume continues a file; it cannot continue ${where}.`);
  if (format === "xlsx") throw new CliError("usage", `xlsx is written to a file, not to ${where}.`);
}

async function writeRows(
  context: BackendContext,
  request: ExportRequest,
  put: (content: string | Buffer) => Promise<void>,
): Promise<void> {
  await put(textHead(request));
  const through = await lastCursor(context, request);
  if (!through) return;
  for await (const { content } of rowsOf(context, request, undefined, through)) await put(content);
}

async function toDevice(context: BackendContext, request: ExportRequest, path: string): Promise<void> {
  try {
    await toStream(path, context.signal, "export", (put) => writeRows(context, request, put));
  } catch (error) {
    throw writeError(path, error);
  }
}
