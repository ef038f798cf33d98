import { withBackend } from "../../cli/backend.ts";
import { callError } from "../../cli/calls.ts";
import type { BackendContext } from "../../cli/context.ts";
import { insertMissing } from "../../cli/insertMissing.ts";
import { CliError, interruptedError } from "../../cli/errors.ts";
import { say } from "../../cli/io.ts";
import { inDoubt, lostAnswers } from "../../cli/lostAnswers.ts";
import { count } from "../../cli/amounts.ts";
import { progressBar } from "../../cli/progressBar.ts";
import { table as asTable } from "../../cli/table.ts";
import { checkBackend } from "../../checks/backend/backend.ts";
import { report } from "../../checks/report.ts";
import { importByRest } from "../../records/importByRest.ts";
import { addOutcomes, sendBatch } from "../../records/send.ts";
import type { Outcome } from "../../records/entry.ts";
import type { ImportTable } from "../../records/table.ts";
import { countOf, type TableRow, rowsOf, type Side } from "./rows.ts";

/**
 * The tables that are moved, in this order: people before the suppression list, which would keep out those who are on both.
 * Other data is short-lived (rate limits, spent captchas, mails under way) or belongs to the host (accounts).
 */
const tables: readonly {
  name: string;
  key: string;
  imported?: ImportTable;
  columns?: string;
  ofPeople?: "tokens" | "consents" | "recipients";
}[] = [
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

/** Options of the calls to the embedded stack on this machine; `timeout` in ms. */
const here = { retries: 5, timeout: 30_000, create: false };

const nothing: Outcome = { added: 0, unsubscribed: 0, suppressed: {} };

/**
 * Copies all records of this folder's embedded stack to a hosted project, compares the numbers, and checks the project.
 * @throws CliError `configuration` when no project is named, `failed` when rows are missing there or the check finds
 *   something wrong, `unreachable`, `interrupted`.
 */
export async function moveToHosted(target: BackendContext): Promise<void> {
  const { settings } = target;
  if (target.embedded || !settings.DATA_FOLDER)
    throw new CliError("configuration", "No hosted project is named.", {
      hint: "Set SUPABASE_URL and SUPABASE_SECRET_KEY to the project to move to.",
    });
  const from = { kind: "embedded", dataFolder: settings.DATA_FOLDER.value } as const;
  const lost = lostAnswers(target);
  await withBackend(from, target, here, async ({ supabase }) => {
    const source: Side = { supabase, signal: target.signal };
    let missing = false;
    const lines = [["", "here", "there", ""]];
    for (const table of tables) {
      const { name } = table;
      const { sent, outcome } = await copy(source, target, table);
      const [before, after] = [await countOf(source, name), await countOf(target, name)];
      const keptOut = Object.values(outcome.suppressed).reduce<number>((sum, n = 0) => sum + n, 0);
      // More here than was sent: other rows there must not hide who joined meanwhile.
      missing ||= before > sent || (!table.ofPeople && after < before - keptOut);
      const remark =
        keptOut > 0
          ? `${count(keptOut)} kept out by the suppression list there`
          : after > before
            ? "had other rows"
            : "";
      lines.push([`  ${name}`, count(before), count(after), remark]);
    }
    say(target, `Moved to ${new URL(target.url).host}:\n${asTable(lines)}`);
    if (missing)
      throw new CliError("failed", "Rows are missing there.", {
        hint: "Somebody joined meanwhile, or rows were removed there. Stop the embedded stack and move again: nothing is duplicated.",
      });
  }).catch((error: unknown) => {
    if (target.signal.aborted) throw interruptedError("Move again; nothing is duplicated.");
    inDoubt(lost)(error);
  });
  await report(target, await checkBackend(target));
}

async function copy(
  source: Side,
  target: BackendContext,
  { name, key, imported, columns, ofPeople }: (typeof tables)[number],
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
