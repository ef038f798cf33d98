import { open } from "node:fs/promises";
import * as v from "valibot";
import { interruptedError } from "../../cli/errors.ts";
import { createXlsx } from "./formats/xlsx.ts";
import type { ExportRequest } from "./request/request.ts";
import type { ExportRow } from "./request/tables.ts";

const rowLine: v.GenericSchema<unknown, ExportRow> = v.objectWithRest(
  { created_at: v.string(), id: v.string() },
  v.nullable(v.union([v.string(), v.boolean()])),
);

/** Rows that are turned into a part of the workbook at once. */
const batchRows = 2000;

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
  try {
    const chunks: Uint8Array[] = [];
    const flush = async () => {
      for (const chunk of chunks.splice(0)) await output.writeFile(chunk);
    };
    const workbook = createXlsx(request, (chunk) => void chunks.push(chunk));
    let batch: ExportRow[] = [];
    for await (const line of input.readLines()) {
      batch.push(v.parse(rowLine, JSON.parse(line)));
      if (batch.length < batchRows) continue;
      if (signal.aborted) throw interruptedError();
      workbook.rows(batch);
      batch = [];
      await flush();
    }
    workbook.rows(batch);
    workbook.end();
    await flush();
    await output.sync();
  } finally {
    await Promise.all([input.close(), output.close()]);
  }
}
