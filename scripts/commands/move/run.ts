import { withBackend } from "../../cli/backend.ts";
import type { BackendContext } from "../../cli/context.ts";
import { CliError, interruptedError } from "../../cli/errors.ts";
import { say } from "../../cli/io.ts";
import { inDoubt, lostAnswers } from "../../cli/lostAnswers.ts";
import { count, counted } from "../../cli/amounts.ts";
import { table as asTable } from "../../cli/table.ts";
import { checkBackend } from "../../checks/backend/backend.ts";
import { report } from "../../checks/report.ts";
import { copyTable, tables } from "./copyTable.ts";
import { erasedSince } from "./erased.ts";
import { countOf, type Side } from "./rows.ts";

/** Options of the calls to the embedded stack on this machine; `timeout` in ms. */
const here = { retries: 5, timeout: 30_000, create: false };

/**
 * Copies all records of this folder's embedded stack to a hosted project, compares the numbers, and checks the project.
 * @throws CliError `configuration` when no project is named, `failed` when rows are missing or out of date there or the
 *   check finds something wrong, `unreachable`, `interrupted`.
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
    const outdated: string[] = [];
    const erased: string[] = [];
    const lines = [["", "here", "there", ""]];
    for (const table of tables) {
      const { name, imported } = table;
      const { sent, keptOut, outdated: ids } = await copyTable(source, target, table);
      for (const id of ids) outdated.push(`  ${name} ${id}`);
      const [before, after] = [await countOf(source, name), await countOf(target, name)];
      // More here than was sent: other rows there must not hide who joined meanwhile.
      missing ||= before > sent || (!table.ofPeople && after < before - keptOut);
      if (imported && after > before - keptOut)
        for (const id of await erasedSince(source, target, name)) erased.push(`  ${name} ${id}`);
      const remark =
        keptOut > 0
          ? `${count(keptOut)} kept out by the suppression list there`
          : after > before
            ? "had other rows"
            : "";
      lines.push([`  ${name}`, count(before), count(after), remark]);
    }
    say(target, `Moved to ${new URL(target.url).host}:\n${asTable(lines)}`);
    requireComplete(missing, erased, outdated);
  }).catch((error: unknown) => {
    if (target.signal.aborted) throw interruptedError("Move again; nothing is duplicated.");
    inDoubt(lost)(error);
  });
  await report(target, await checkBackend(target));
}

function requireComplete(missing: boolean, erased: readonly string[], outdated: readonly string[]): void {
  if (missing)
    throw new CliError("failed", "Rows are missing there.", {
      hint: "Somebody joined meanwhile, or rows were removed there. Stop the embedded stack and move again: nothing is duplicated.",
    });
  if (erased.length > 0)
    throw new CliError("failed", `${counted(erased.length, "row there was", "rows there were")} erased here.`, {
      hint: `These people, or their applications, were erased here since an earlier move, and a move removes nothing there. Find the addresses of these rows there, erase the people there (npx prelaunch erase), or delete the applications, and move again:\n${erased.join("\n")}`,
    });
  if (outdated.length > 0)
    throw new CliError("failed", `${counted(outdated.length, "row there is", "rows there are")} out of date.`, {
      hint: `These people have confirmed, or their applications were decided, here since an earlier move, and a move changes no row that is there. Stop the embedded stack, delete these rows there (the table editor in Supabase's dashboard does) and move again:\n${outdated.join("\n")}`,
    });
}
