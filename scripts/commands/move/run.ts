import { withBackend } from "../../cli/backend.ts";
import { countOf } from "../../cli/calls.ts";
import type { BackendContext } from "../../cli/context.ts";
import { CliError, failAdding, interruptedError } from "../../cli/errors.ts";
import { say } from "../../cli/io.ts";
import { inDoubt, lostAnswers } from "../../cli/lostAnswers.ts";
import { count, counted } from "../../cli/amounts.ts";
import { forStack } from "../../cli/settings.ts";
import { table as asTable } from "../../cli/table.ts";
import { checkBackend } from "../../checks/backend/backend.ts";
import { report } from "../../checks/report.ts";
import { readMailReport } from "../../records/mailReport.ts";
import { changedSince } from "./changed.ts";
import { copyTable } from "./copyTable.ts";
import { erasedHere } from "./erased.ts";
import { requireComplete } from "./requireComplete.ts";
import type { Side } from "./rows.ts";
import { type MovedTable, type TableOfPeople, tables } from "./tables.ts";

/** Options of the calls to the embedded stack on this machine; `timeout` in ms. */
const here = { retries: 5, timeout: 30_000, create: false };

/**
 * Copies all records of this folder's embedded stack to a hosted project, compares the numbers, and checks the project.
 * @throws CliError `configuration` when no project is named, `failed` when rows are missing or out of date there or the
 *   check finds something wrong, `unreachable`, `interrupted`.
 */
export async function moveToHosted(target: BackendContext): Promise<void> {
  const { settings, signal } = target;
  if (target.embedded)
    throw new CliError("configuration", "No hosted project is named.", {
      hint: "Set SUPABASE_URL and SUPABASE_SECRET_KEY to the project to move to.",
    });
  const from = { kind: "embedded", dataFolder: settings.DATA_FOLDER.value } as const;
  const lost = lostAnswers(target);
  await withBackend(from, target, here, ({ supabase }) => moveRecords({ supabase, signal }, target)).catch(
    (error: unknown) => {
      if (signal.aborted) throw interruptedError("Move again; nothing is duplicated.");
      inDoubt(lost)(error);
    },
  );
  await checkBackend(target)
    .then((findings) => report(target, findings))
    .catch(failAdding("All records are moved nevertheless."));
}

/** Copies the records and compares the numbers. @throws CliError `failed` when a move has something left to do, and as its calls do. */
async function moveRecords(source: Side, target: BackendContext): Promise<void> {
  const since = target.clock().toISOString();
  const moved: Moved[] = [];
  for (const table of tables) moved.push(await moveTable(source, target, table));
  const lines = [["", "here", "there", ""], ...moved.map(({ line }) => line)];
  say(target, `Moved to ${new URL(target.url).host}:\n${asTable(lines)}`);
  await tellWaiting(source, target);
  const earlier = moved.flatMap((table) => table.earlier);
  requireComplete({
    missing: moved.some(({ missing }) => missing),
    changed: await changedSince(source, since),
    outdated: moved.flatMap(({ outdated }) => outdated),
    erased: await erasedHere(source, target, earlier),
  });
}

/** What became of a table. */
interface Moved {
  /** Its name, its numbers of rows here and there, and a remark. */
  line: string[];
  /** Whether rows of it are missing there. */
  missing: boolean;
  /** The rows that are there as they were at an earlier move. */
  outdated: string[];
  /** The table itself, if it may have rows of people whom an earlier move copied and who were erased here since. */
  earlier: TableOfPeople[];
}

async function moveTable(source: Side, target: BackendContext, table: MovedTable): Promise<Moved> {
  const { name, way } = table;
  const { sent, keptOut, met, outdated } = await copyTable(source, target, table);
  const [before, after] = [await countOf(source, name), await countOf(target, name)];
  const remark =
    keptOut > 0 ? `${count(keptOut)} kept out by the suppression list there` : after > before ? "had other rows" : "";
  return {
    line: [`  ${name}`, count(before), count(after), remark],
    // More here than was sent: other rows there must not hide who joined meanwhile.
    missing: before > sent || (way !== "ofPeople" && after < before - keptOut),
    outdated: outdated.map((id) => `  ${name} ${id}`),
    // Whoever was erased here and came back has another row here, but not there.
    earlier: table.way === "imported" && (met || after > before - keptOut) ? [table.name] : [],
  };
}

/** Says that mails wait here, which a move leaves behind. */
async function tellWaiting(source: Side, target: BackendContext): Promise<void> {
  const { waiting, waiting_kinds: kinds } = await readMailReport(source);
  if (waiting === 0) return;
  const them = waiting === 1 ? "it" : "them";
  const signIn = kinds["application-accepted"] ? ", except those to sign in, as accounts are not moved" : "";
  say(
    target,
    `${counted(waiting, "mail waits", "mails wait")} here, and a move leaves ${them} behind. Send ${them} from here, then move again, so that the links in ${them} work there${signIn}: ${forStack} mail send`,
  );
}
