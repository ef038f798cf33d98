import { withBackend } from "../../cli/backend.ts";
import type { BackendContext } from "../../cli/context.ts";
import { CliError, interruptedError } from "../../cli/errors.ts";
import { say } from "../../cli/io.ts";
import { inDoubt, lostAnswers } from "../../cli/lostAnswers.ts";
import { count } from "../../cli/amounts.ts";
import { table as asTable } from "../../cli/table.ts";
import { checkBackend } from "../../checks/backend/backend.ts";
import { report } from "../../checks/report.ts";
import { copyTable, tables } from "./copyTable.ts";
import { countOf, type Side } from "./rows.ts";

/** Options of the calls to the embedded stack on this machine; `timeout` in ms. */
const here = { retries: 5, timeout: 30_000, create: false };

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
      const { sent, outcome } = await copyTable(source, target, table);
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
