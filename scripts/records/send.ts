import * as v from "valibot";
import { callError, dataOf } from "../cli/calls.ts";
import type { BackendContext } from "../cli/context.ts";
import type { ImportTable } from "./table.ts";
import type { Entry, Outcome } from "./entry.ts";

const outcome = v.object({
  added: v.number(),
  unsubscribed: v.number(),
  suppressed: v.record(v.string(), v.number()),
});

/**
 * Errors that a smaller batch may not have: data exceptions, broken constraints (on lite SUP) and statements that took too
 * long (PostgreSQL's manual, appendix A).
 */
const aboutRows = /^(?:22|23|SUP$|57014$)/u;

/** How a batch is put down. */
export interface SendOptions {
  table: ImportTable;
  overrideSuppression: boolean;
  /** Everything is done and taken back again: a dry run is the real run. */
  rehearsal: boolean;
  /** Told of an entry that the database refuses. */
  refused: (entry: Entry, reason: string) => Promise<void>;
}

function call({ supabase }: BackendContext, batch: readonly Entry[], options: SendOptions) {
  const rows = JSON.stringify(batch.map(({ row }) => row));
  const rest = { override_suppression: options.overrideSuppression, rehearsal: options.rehearsal };
  return options.table === "waitlist"
    ? supabase.rpc("import_waitlist", { people: rows, ...rest }).retry(false)
    : supabase.rpc("import_applications", { applications: rows, ...rest }).retry(false);
}

/**
 * Puts a batch in the database. Where it refuses the batch, halves find the row it refuses.
 * @throws CliError `unreachable`, `configuration`, `interrupted`.
 */
export async function sendBatch(
  context: BackendContext,
  batch: readonly Entry[],
  options: SendOptions,
): Promise<Outcome> {
  const answer = await call(context, batch, options);
  if (!answer.error) return v.parse(outcome, await dataOf(Promise.resolve(answer), context.signal));
  const error = callError(answer, context.signal);
  if (error.code !== "failed" || !aboutRows.test(answer.error.code)) throw error;
  const [only] = batch;
  if (batch.length === 1 && only) {
    await options.refused(only, `The database refuses it (${answer.error.code || answer.status}).`);
    return { added: 0, unsubscribed: 0, suppressed: {} };
  }
  const half = Math.ceil(batch.length / 2);
  return addOutcomes(
    await sendBatch(context, batch.slice(0, half), options),
    await sendBatch(context, batch.slice(half), options),
  );
}

/** What became of two batches together. */
export function addOutcomes(a: Outcome, b: Outcome): Outcome {
  const suppressed = { ...a.suppressed };
  for (const [reason, n = 0] of Object.entries(b.suppressed)) suppressed[reason] = (suppressed[reason] ?? 0) + n;
  return { added: a.added + b.added, unsubscribed: a.unsubscribed + b.unsubscribed, suppressed };
}
