import type { BackendContext } from "../../cli/context.ts";
import { counted } from "../../cli/amounts.ts";
import { interruptedError } from "../../cli/errors.ts";
import type { Entry } from "../../records/entry.ts";
import { importByRest, rowsPerRequest } from "../../records/importByRest.ts";
import type { ImportCall } from "../../records/importCall.ts";
import { importDirectly, rowsPerCall } from "../../records/importDirectly.ts";
import { addOutcomes, rowsOf, sendBatch, type SendOptions } from "../../records/sendBatch.ts";
import type { ImportTable } from "../../records/importTables.ts";
import type { Survey } from "./columns/survey.ts";
import type { Plan } from "./plan.ts";
import type { Rejects } from "./rejects/rejects.ts";
import type { Tally } from "./tally.ts";
import { Batches } from "./send/batches.ts";
import type { Source } from "../../records/source/source.ts";

/** The hint of an interrupted import. */
export const repeatable = "Run the same import again; nothing is duplicated.";

/** An import under way. */
export interface Work {
  table: ImportTable;
  source: Source;
  survey: Survey;
  plan: Plan;
  tally: Tally;
  rejects: Rejects;
  options: { dryRun?: true; overrideSuppression?: true };
  /** Called with how far the file has been read, in bytes. */
  at: (bytes: number) => void;
}

/**
 * Sends the lines of a file batch by batch, or tries them in a dry run; refused lines go to the rejects.
 * @throws CliError `interrupted`, `unreachable`
 */
export async function importLines(context: BackendContext, work: Work): Promise<void> {
  const { databaseUrl, signal } = context;
  if (!databaseUrl) return sendLines(work, { call: importByRest(context), size: rowsPerRequest }, signal);
  const direct = await importDirectly({ databaseUrl: await databaseUrl(), signal });
  try {
    await sendLines(work, { call: direct.call, size: rowsPerCall }, signal);
    await direct.flush();
  } finally {
    await direct.close();
  }
}

/** The way rows go to the database, and how many go at once. */
interface Way {
  call: ImportCall;
  size: number;
}

async function sendLines(work: Work, { call, size }: Way, signal: AbortSignal): Promise<void> {
  const { table, survey, tally, rejects, options } = work;
  const manner: SendOptions = {
    call,
    table,
    overrideSuppression: options.overrideSuppression === true,
    rehearsal: options.dryRun === true,
    refused: ({ line, cells }, reason) => rejects.add(line, reason, cells),
  };
  const batches = new Batches({ most: survey.rows, size }, (batch: Entry[]) => {
    const rows = rowsOf(batch);
    return async () => {
      if (signal.aborted) throw interruptedError(repeatable);
      const outcome = await sendBatch(batch, manner, rows);
      tally.outcome = addOutcomes(tally.outcome, outcome);
    };
  });
  try {
    await readLines(work, batches);
    await batches.end();
  } finally {
    await batches.settled();
  }
}

/** Reads the lines of the file into batches. */
async function readLines({ source, survey, plan, tally, rejects, at }: Work, batches: Batches): Promise<void> {
  const width = survey.columns.length;
  let heading = !survey.headless;
  for await (const records of source.records(at))
    for (const { line, cells, broken } of records) {
      if (heading && broken === undefined) {
        heading = false;
        continue;
      }
      tally.read += 1;
      const uneven =
        cells.length === width ? undefined : `The line has ${counted(cells.length, "field")} instead of ${width}.`;
      const entry = broken ?? uneven ?? plan.read(line, cells);
      if (typeof entry !== "string") tally.standings[entry.standing] += 1;
      const problem = typeof entry === "string" ? entry : batches.add(entry);
      if (problem !== undefined) await rejects.add(line, problem, cells);
      if (batches.full) await batches.send();
    }
}
