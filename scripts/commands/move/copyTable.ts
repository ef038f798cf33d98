import { callError, dataOf } from "../../cli/calls.ts";
import type { BackendContext } from "../../cli/context.ts";
import { insertMissing } from "../../cli/insertMissing.ts";
import { CliError } from "../../cli/errors.ts";
import { progressBar } from "../../cli/progressBar.ts";
import { importByRest } from "../../records/importByRest.ts";
import { sendBatch } from "../../records/sendBatch.ts";
import type { Outcome } from "../../records/entry.ts";
import type { ImportTable } from "../../records/importTables.ts";
import { outdated } from "./outdated.ts";
import { countOf, type TableRow, rowsOf, type Side } from "./rows.ts";

/** A table that is moved, by its key: imported, or as rows about people, or as it is. */
export interface MovedTable {
  name: string;
  key: string;
  imported?: ImportTable;
  columns?: string;
  ofPeople?: "tokens" | "consents" | "recipients";
}

/**
 * The tables that are moved, in this order: people before the suppression list, which would keep out those who are on both.
 * Other data is short-lived (rate limits, spent captchas, mails under way) or belongs to the host (accounts).
 */
export const tables: readonly MovedTable[] = [
  { name: "waitlist", key: "id", imported: "waitlist" },
  // With the history of each application, which is written in the same step.
  { name: "beta_applications", key: "id", imported: "beta", columns: "*, events:beta_application_events(*)" },
  { name: "suppression_keys", key: "id" },
  { name: "email_suppressions", key: "hash" },
  { name: "erasures", key: "id" },
  // Of tables with `ofPeople`, rows about people who were kept out there stay behind.
  { name: "email_tokens", key: "hash", ofPeople: "tokens" },
  { name: "consent_events", key: "id", ofPeople: "consents" },
  { name: "email_updates", key: "hash" },
  { name: "email_update_recipients", key: "id", ofPeople: "recipients" },
];

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
export async function copyTable(
  source: Side,
  target: BackendContext,
  { name, key, imported, columns, ofPeople }: MovedTable,
): Promise<Copied> {
  const bar = progressBar(target, target.interactive ? await countOf(source, name) : 0);
  const copied: Copied = { sent: 0, keptOut: 0, met: false, outdated: [] };
  try {
    for await (const rows of rowsOf(source, name, key, { columns })) {
      if (imported) {
        const outcome = await send(target, imported, rows);
        const keptOut = keptOutBy(outcome);
        copied.keptOut += keptOut;
        if (outcome.added + keptOut < rows.length) {
          copied.met = true;
          copied.outdated.push(...(await outdated(target, { name, imported }, rows)));
          await markNotified(target, rows);
        }
      } else if (ofPeople) await sendRecords(target, { [ofPeople]: rows });
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
async function markNotified({ supabase, signal }: BackendContext, rows: readonly TableRow[]): Promise<void> {
  const told = rows.filter(({ notified }) => notified === true).map(({ email }) => email);
  if (told.length === 0) return;
  const call = supabase.rpc("mark_waitlist", { addresses: JSON.stringify(told), event: "notified" });
  await dataOf(call.retry(false), signal);
}

async function sendRecords(
  { supabase, signal }: BackendContext,
  {
    tokens = [],
    consents = [],
    recipients,
  }: Partial<Record<"tokens" | "consents" | "recipients", readonly TableRow[]>>,
): Promise<void> {
  const call = recipients
    ? supabase.rpc("import_update_recipients", { recipients: JSON.stringify(recipients) })
    : supabase.rpc("import_email_records", { tokens: JSON.stringify(tokens), consents: JSON.stringify(consents) });
  const answer = await call.retry(false);
  if (answer.error) throw callError(answer, signal);
}
