import { withBackend } from "../../cli/backend.ts";
import type { BackendContext } from "../../cli/context.ts";
import { CliError, interruptedError } from "../../cli/errors.ts";
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
import { erasedHere, type TableOfPeople } from "./erased.ts";
import { countOf, type Side } from "./rows.ts";
import { tables } from "./tables.ts";

/** Options of the calls to the embedded stack on this machine; `timeout` in ms. */
const here = { retries: 5, timeout: 30_000, create: false };

/**
 * Copies all records of this folder's embedded stack to a hosted project, compares the numbers, and checks the project.
 * @throws CliError `configuration` when no project is named, `failed` when rows are missing or out of date there or the
 *   check finds something wrong, `unreachable`, `interrupted`.
 */
export async function moveToHosted(target: BackendContext): Promise<void> {
  const { settings } = target;
  if (target.embedded)
    throw new CliError("configuration", "No hosted project is named.", {
      hint: "Set SUPABASE_URL and SUPABASE_SECRET_KEY to the project to move to.",
    });
  const from = { kind: "embedded", dataFolder: settings.DATA_FOLDER.value } as const;
  const lost = lostAnswers(target);
  await withBackend(from, target, here, async ({ supabase }) => {
    const source: Side = { supabase, signal: target.signal };
    const since = target.clock().toISOString();
    let missing = false;
    const outdated: string[] = [];
    const earlier: TableOfPeople[] = [];
    const lines = [["", "here", "there", ""]];
    for (const table of tables) {
      const { name } = table;
      const { sent, keptOut, met, outdated: ids } = await copyTable(source, target, table);
      for (const id of ids) outdated.push(`  ${name} ${id}`);
      const [before, after] = [await countOf(source, name), await countOf(target, name)];
      // More here than was sent: other rows there must not hide who joined meanwhile.
      missing ||= before > sent || (table.way.kind !== "ofPeople" && after < before - keptOut);
      // Whoever was erased here and came back has another row here, but not there.
      if ((met || after > before - keptOut) && (name === "waitlist" || name === "beta_applications"))
        earlier.push(name);
      const remark =
        keptOut > 0
          ? `${count(keptOut)} kept out by the suppression list there`
          : after > before
            ? "had other rows"
            : "";
      lines.push([`  ${name}`, count(before), count(after), remark]);
    }
    say(target, `Moved to ${new URL(target.url).host}:\n${asTable(lines)}`);
    const { waiting, waiting_kinds: kinds } = await readMailReport(source);
    if (waiting > 0) {
      const them = waiting === 1 ? "it" : "them";
      const signIn = kinds["application-accepted"] ? ", except those to sign in, as accounts are not moved" : "";
      say(
        target,
        `${counted(waiting, "mail waits", "mails wait")} here, and a move leaves ${them} behind. Send ${them} from here, then move again, so that the links in ${them} work there${signIn}: ${forStack} mail send`,
      );
    }
    requireComplete({
      missing,
      changed: await changedSince(source, since),
      outdated,
      erased: await erasedHere(source, target, earlier),
    });
  }).catch((error: unknown) => {
    if (target.signal.aborted) throw interruptedError("Move again; nothing is duplicated.");
    inDoubt(lost)(error);
  });
  await report(target, await checkBackend(target));
}

/** What a move has left to do. */
interface Rest {
  missing: boolean;
  changed: number;
  outdated: readonly string[];
  erased: readonly string[];
}

function requireComplete({ missing, changed, outdated, erased }: Rest): void {
  if (erased.length > 0)
    throw new CliError(
      "failed",
      `${counted(erased.length, "row there is", "rows there are")} about people erased here.`,
      {
        hint: `They were erased here after a move had copied them, and a move removes nothing. Erase them there too: npx prelaunch erase ADDRESS, or delete these rows in Supabase's dashboard. If somebody came back here only delete the row, because an erasure there would keep them out. Then move again:\n${erased.join("\n")}`,
      },
    );
  if (missing)
    throw new CliError("failed", "Rows are missing there.", {
      hint: "Somebody joined meanwhile, or rows were removed there. Stop the embedded stack and move again: nothing is duplicated.",
    });
  if (changed > 0)
    throw new CliError("failed", `${counted(changed, "row has", "rows have")} changed here meanwhile.`, {
      hint: "Somebody confirmed, left, or was answered, perhaps after being copied. Stop the embedded stack and move again: nothing is duplicated.",
    });
  if (outdated.length > 0)
    throw new CliError("failed", `${counted(outdated.length, "row there is", "rows there are")} out of date.`, {
      hint: `These people have confirmed, or their applications were decided or noted upon, here since an earlier move, and a move changes no row that is there. Stop the embedded stack, delete these rows there (the table editor in Supabase's dashboard does) and move again:\n${outdated.join("\n")}`,
    });
}
