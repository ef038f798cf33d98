import { callError } from "../../cli/calls.ts";
import type { BackendContext } from "../../cli/context.ts";
import { insertMissing } from "../../cli/insertMissing.ts";
import { CliError } from "../../cli/errors.ts";
import { progressBar } from "../../cli/progressBar.ts";
import { importByRest } from "../../records/importByRest.ts";
import { addOutcomes, sendBatch } from "../../records/send.ts";
import type { Outcome } from "../../records/entry.ts";
import type { ImportTable } from "../../records/table.ts";
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

const nothing: Outcome = { added: 0, unsubscribed: 0, suppressed: {} };

/**
 * Copies the rows of a table, and returns how many there were here.
 * @throws CliError `unreachable`, `configuration`, `failed` or `interrupted`.
 */
export async function copyTable(
  source: Side,
  target: BackendContext,
  { name, key, imported, columns, ofPeople }: MovedTable,
): Promise<{ sent: number; outcome: Outcome }> {
  const bar = progressBar(target, target.interactive ? await countOf(source, name) : 0);
  let [sent, outcome] = [0, nothing];
  try {
    for await (const rows of rowsOf(source, name, key, columns)) {
      if (imported) outcome = addOutcomes(outcome, await send(target, imported, rows));
      else if (ofPeople) await sendRecords(target, { [ofPeople]: rows });
      else await insertMissing(target, { table: name, key }, rows);
      bar.at((sent += rows.length));
    }
  } finally {
    bar.end();
  }
  return { sent, outcome };
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
