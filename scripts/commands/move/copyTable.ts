import { callError, callFunction, countOf } from "../../cli/calls.ts";
import type { BackendContext } from "../../cli/context.ts";
import { insertMissing } from "../../cli/insertMissing.ts";
import { CliError } from "../../cli/errors.ts";
import { progressBar } from "../../cli/progressBar.ts";
import { importByRest } from "../../records/importByRest.ts";
import { sendBatch } from "../../records/sendBatch.ts";
import type { Outcome } from "../../records/entry.ts";
import type { ImportTable } from "../../records/importTables.ts";
import { askedAgain } from "./askedAgain.ts";
import { outdated } from "./outdated.ts";
import { type TableRow, rowsOf, type Side } from "./rows.ts";
import type { MovedTable, RecordsOfPeople } from "./tables.ts";

/** What became of the rows of a table. */
export interface Copied {
  sent: number;
  keptOut: number;
  /** Whether there were rows of the same people. */
  met: boolean;
  /** The ids of rows that are there as they were at an earlier move. */
  outdated: string[];
}

const keptOutBy = ({ suppressed }: Outcome): number =>
  Object.values(suppressed).reduce<number>((sum, n = 0) => sum + n, 0);

/**
 * Copies the rows of a table.
 * @throws CliError `unreachable`, `configuration`, `failed` or `interrupted`.
 */
export async function copyTable(source: Side, target: BackendContext, table: MovedTable): Promise<Copied> {
  const { name, key } = table;
  const columns = table.way === "imported" ? table.columns : undefined;
  const bar = progressBar(target, target.interactive ? await countOf(source, name) : 0);
  const copied: Copied = { sent: 0, keptOut: 0, met: false, outdated: [] };
  try {
    for await (const rows of rowsOf(source, name, key, { columns })) {
      if (table.way === "imported") {
        const outcome = await send(target, table.as, rows);
        const keptOut = keptOutBy(outcome);
        copied.keptOut += keptOut;
        if (outcome.added + keptOut < rows.length) {
          copied.met = true;
          copied.outdated.push(...(await outdated(target, { name, imported: table.as }, rows)));
          if (table.as === "waitlist") copied.outdated.push(...(await askedAgain(source, target, rows)));
          await markNotified(target, rows);
        }
      } else if (table.way === "ofPeople") await sendRecords(target, table.records, rows);
      else await insertMissing(target, { table: name, key }, rows);
      bar.at((copied.sent += rows.length));
    }
  } finally {
    bar.end();
  }
  return copied;
}

const send = (target: BackendContext, table: ImportTable, rows: readonly TableRow[]): Promise<Outcome> =>
  sendBatch(
    rows.map((row) => ({ line: 0, cells: [], key: String(row.id), standing: "listed", row })),
    {
      call: importByRest(target),
      table,
      overrideSuppression: false,
      rehearsal: false,
      refused: async ({ key }, reason) => {
        throw new CliError("failed", `The row ${key} of ${table} cannot be moved. ${reason}`);
      },
    },
  );

/** Marks people there who were told of the launch here since an earlier move: they must not be told once more. */
async function markNotified(target: BackendContext, rows: readonly TableRow[]): Promise<void> {
  const told = rows.filter(({ notified }) => notified === true).map(({ email }) => email);
  if (told.length === 0) return;
  await callFunction(target, "mark_waitlist", { addresses: JSON.stringify(told), event: "notified" });
}

async function sendRecords(
  { supabase, signal }: BackendContext,
  records: RecordsOfPeople,
  rows: readonly TableRow[],
): Promise<void> {
  const text = JSON.stringify(rows);
  const call =
    records === "recipients"
      ? supabase.rpc("import_update_recipients", { recipients: text })
      : supabase.rpc("import_email_records", { tokens: "[]", consents: "[]", [records]: text });
  const answer = await call.retry(false);
  if (answer.error) throw callError(answer, signal);
}
