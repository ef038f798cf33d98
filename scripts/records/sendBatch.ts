import type { Entry, Outcome } from "./entry.ts";
import { type ImportCall, type ImportManner, RefusedRows } from "./importCall.ts";

/** How batches are sent, and who is told of rows that the database refuses. */
export interface SendOptions extends ImportManner {
  call: ImportCall;
  /** Called with each entry that the database refuses. */
  refused: (entry: Entry, reason: string) => Promise<void>;
}

/** PostgreSQL's code for a key that exists already (`unique_violation`). */
const keyExists = "23505";

/** The rows of a batch as the JSON array that the database takes. */
export const rowsOf = (batch: readonly Entry[]): string => JSON.stringify(batch.map(({ row }) => row));

/**
 * Sends a batch to the database; `rows` is its JSON, where the caller has it already. A batch that the database refuses is
 * halved until the refused row is found; `again` when a row is sent a second time.
 * @throws CliError `unreachable`, `configuration`, `interrupted`.
 */
export async function sendBatch(
  batch: readonly Entry[],
  options: SendOptions,
  rows: string = rowsOf(batch),
  again = false,
): Promise<Outcome> {
  try {
    return await options.call(rows, options);
  } catch (error) {
    if (!(error instanceof RefusedRows)) throw error;
    const [only] = batch;
    if (batch.length === 1 && only) {
      // The call whose answer was lost may have been adding this very row, which is found now.
      if (error.code === keyExists && !again) return sendBatch(batch, options, rows, true);
      await options.refused(only, `The database refuses it (${error.code}).`);
      return { added: 0, unsubscribed: 0, suppressed: {} };
    }
  }
  const half = Math.ceil(batch.length / 2);
  return addOutcomes(await sendBatch(batch.slice(0, half), options), await sendBatch(batch.slice(half), options));
}

/** The sum of two outcomes. */
export function addOutcomes(a: Outcome, b: Outcome): Outcome {
  const suppressed = { ...a.suppressed };
  for (const [reason, n = 0] of Object.entries(b.suppressed)) suppressed[reason] = (suppressed[reason] ?? 0) + n;
  return { added: a.added + b.added, unsubscribed: a.unsubscribed + b.unsubscribed, suppressed };
}
