import { applicationStatuses } from "../../../server/contract/statuses.ts";
import { count, counted } from "../../cli/amounts.ts";
import type { BackendContext } from "../../cli/context.ts";
import { CliError, interruptedError } from "../../cli/errors.ts";
import { say } from "../../cli/io.ts";
import { progress } from "../../cli/progress.ts";
import { confirmed } from "../../cli/prompts.ts";
import { openFile } from "../../records/file.ts";
import { planBeta } from "./beta.ts";
import type { ImportTable, PlanOptions } from "./plan.ts";
import { openRejects } from "./rejects.ts";
import { Gathering, type Outcome, sendBatch, type SendOptions, sumOf } from "./send.ts";
import { surveyFile } from "./survey.ts";
import { type Standing, standings } from "./words.ts";
import { planWaitlist } from "./waitlist.ts";

/** Options of `import`, as commander gives them. */
export interface ImportOptions extends PlanOptions {
  sheet?: string;
  dryRun?: true;
  overrideSuppression?: true;
  yes?: true;
  rejects?: string;
}

/** Lines per transaction. */
const batchSize = 1000;

/** What an import counts. */
interface Tally {
  read: number;
  outcome: Outcome;
  standings: Record<Standing, number>;
}

/**
 * Imports people or applications. Those who are there already stay unchanged, except that an unsubscription is taken over, so the same
 * file can be imported again after any interruption.
 * @throws CliError `failed` when lines had to be rejected, `usage`, `unreachable`, `interrupted`.
 */
export async function importFile(
  context: BackendContext,
  table: ImportTable,
  path: string,
  options: ImportOptions,
): Promise<void> {
  if (table === "beta" && (options.meaning || options.left))
    throw new CliError(
      "usage",
      `${options.meaning ? "--meaning" : "--left"} is for \`import waitlist\`; the status of an application is one of ${applicationStatuses.join(", ")}.`,
    );
  if (options.overrideSuppression && !options.dryRun && !options.yes) await confirmOverride(context);
  const file = await openFile(context, path, options.sheet);
  for (const line of file.described) say(context, line);
  const survey = await watched(context, "Reading", undefined, (at) => surveyFile(file, at));
  const plan = await (table === "waitlist" ? planWaitlist : planBeta)(context, survey, options);
  for (const line of plan.described) say(context, line);
  const header = survey.columns.map(({ name }) => name);
  const rejects = await openRejects(context, file, header, options);
  const { overrideSuppression = false, dryRun = false } = options;
  const refused: SendOptions["refused"] = ({ line, cells }, reason) => rejects.add(line, reason, cells);
  const sending = { table, overrideSuppression, dryRun, refused };
  const tally: Tally = {
    read: 0,
    outcome: sumOf(),
    standings: { listed: 0, unsubscribed: 0, bounced: 0, complained: 0 },
  };
  await watched(context, "Importing", survey.rows, async (at) => {
    const gathering = new Gathering();
    const send = async () => {
      tally.outcome = sumOf(tally.outcome, await sendBatch(context, gathering.take(), sending));
      at(tally.read);
    };
    let heading = !survey.headless;
    for await (const { line, cells } of file.records()) {
      if (heading) {
        heading = false;
        continue;
      }
      tally.read += 1;
      const entry = uneven(cells, header.length) ?? plan.read(cells);
      if (typeof entry === "string") {
        rejects.add(line, entry, cells);
        continue;
      }
      tally.standings[entry.standing] += 1;
      gathering.add({ ...entry, line, cells });
      if (gathering.size === batchSize) await send();
    }
    if (gathering.size > 0) await send();
  });
  const written = await rejects.finish();
  for (const line of summary(tally, rejects.count, dryRun)) say(context, line);
  if (rejects.count === 0) return;
  throw new CliError(
    "failed",
    `${dryRun ? `${counted(rejects.count, "line")} would be` : counted(rejects.count, "line was", "lines were")} rejected.`,
    written === undefined ? {} : { hint: `Each is listed with its reason in ${written}` },
  );
}

function uneven(cells: readonly string[], width: number): string | undefined {
  if (cells.length === width) return undefined;
  const quoted =
    cells.length === 1 && /[,;\t|]/u.test(cells[0] ?? "") ? " Quotes around the whole line make it one." : "";
  return `The line has ${counted(cells.length, "field")} instead of ${width}.${quoted}`;
}

/** Shows the progress of work, which an interruption ends. */
async function watched<T>(
  context: BackendContext,
  label: string,
  total: number | undefined,
  work: (at: (lines: number) => void) => Promise<T>,
): Promise<T> {
  const shown = progress(context, label, total);
  try {
    return await work((lines) => {
      context.signal.throwIfAborted();
      shown.at(lines);
    });
  } catch (error) {
    throw context.signal.aborted ? interruptedError("Run the same import again; nothing is duplicated.") : error;
  } finally {
    shown.end();
  }
}

const confirmOverride = (context: BackendContext): Promise<void> =>
  confirmed(context, {
    question:
      "The suppression list holds people who were erased, whose mail bounced, or who reported it as spam. Import those in the file all the same, and take them off the list?",
    refusal: "Nothing was imported.",
    hint: "Give --yes to override the suppression list without being asked.",
  });

/** The lines of the summary. */
function summary({ read, outcome, standings: by }: Tally, rejected: number, dryRun: boolean): string[] {
  const { added, unsubscribed, suppressed } = outcome;
  const reasons = Object.entries(suppressed);
  const keptOut = reasons.reduce((sum, [, n]) => sum + n, 0);
  const left = standings.filter((standing) => standing !== "listed" && by[standing] > 0);
  const parts = [
    `${count(added)} ${dryRun ? "to add" : "added"}`,
    ...(unsubscribed > 0
      ? [`${count(unsubscribed)} listed already and ${dryRun ? "to unsubscribe" : "unsubscribed"}`]
      : []),
    ...(keptOut > 0
      ? [`${count(keptOut)} suppressed (${reasons.map(([reason, n]) => `${count(n)} ${reason}`).join(", ")})`]
      : []),
    counted(read - rejected - added - unsubscribed - keptOut, "duplicate"),
    `${count(rejected)} rejected`,
  ];
  return [
    `${counted(read, "line")}: ${parts.join(", ")}.`,
    ...(left.length > 0
      ? [`According to the file: ${left.map((standing) => `${count(by[standing])} ${standing}`).join(", ")}.`]
      : []),
    ...(keptOut > by.bounced + by.complained
      ? ["People on the suppression list are left out; --override-suppression imports them."]
      : []),
    ...(dryRun ? ["Nothing was written (--dry-run)."] : []),
  ];
}
