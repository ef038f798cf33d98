import { resolve } from "node:path";
import { applicationStatuses } from "../../../server/contract/statuses.ts";
import { confirm } from "../../cli/confirm.ts";
import type { BackendContext } from "../../cli/context.ts";
import { CliError, interruptedError } from "../../cli/errors.ts";
import { say } from "../../cli/io.ts";
import { inDoubt, lostAnswers } from "../../cli/lostAnswers.ts";
import { counted, megabytes } from "../../cli/amounts.ts";
import { progressBar } from "../../cli/progressBar.ts";
import { importLines, repeatable } from "./lines.ts";
import { type Survey, surveyColumns } from "./columns/survey.ts";
import { makePlan } from "./makePlan.ts";
import type { PlanOptions } from "./plan.ts";
import { openRejects, type Rejects } from "./rejects/rejects.ts";
import { Tally } from "./tally.ts";
import { sayHidden } from "../../records/sayHidden.ts";
import { openSource } from "../../records/source/openSource.ts";
import type { Source } from "../../records/source/source.ts";
import type { ImportTable } from "../../records/importTables.ts";

/** Options of `import`, as commander gives them. */
export interface ImportOptions extends PlanOptions {
  dryRun?: true;
  overrideSuppression?: true;
  yes?: true;
  rejects?: string;
}

/** Most reasons that a dry run shows. */
const shownReasons = 10;

/**
 * Imports people or applications from a file of another tool or of our own. Those who are there already stay unchanged, except
 * that an unsubscription is taken over, so the same file can be imported again after any interruption.
 * @throws CliError `failed` when lines had to be rejected, `usage`, `unreachable`, `interrupted`.
 */
export async function importTable(
  context: BackendContext,
  table: ImportTable,
  path: string,
  options: ImportOptions,
): Promise<void> {
  if (table === "beta" && options.meaning)
    throw new CliError(
      "usage",
      `--meaning is for \`import waitlist\`; the status of an application is one of ${applicationStatuses.join(", ")}.`,
    );
  if (options.overrideSuppression && !options.dryRun && !options.yes) await confirmOverride(context);
  const source = await openSource(path, { folder: context.folder, input: context.in, signal: context.signal });
  try {
    // First of all: a workbook may have the people in another sheet.
    say(context, `Reading ${source.description}`);
    if (source.doubt !== undefined) say(context, source.doubt);
    const survey = await withBar(context, source, (at) => surveyColumns(source, at));
    sayHidden(context, survey.hidden);
    const tally = new Tally();
    const plan = await makePlan(context, table, survey, options, (read, text) => tally.source(read, text));
    for (const line of plan.described) say(context, line);
    const rejects = await rejectsOf(context, source, survey, options);
    const lost = lostAnswers(context);
    try {
      await withBar(context, source, (at) =>
        importLines(context, { table, source, survey, plan, tally, rejects, options, at }),
      );
    } catch (error) {
      const left = await rejects.leave();
      if (left !== undefined) say(context, `The lines that could not be imported are in ${left}`);
      if (context.signal.aborted) throw interruptedError(repeatable);
      throw options.dryRun ? error : inDoubt(lost)(error);
    }
    await rejects.finish();
    for (const line of tally.summary(rejects.count, options.dryRun === true, lost())) say(context, line);
    failWhereRejected(rejects, options);
  } finally {
    await source.close();
  }
}

async function withBar<T>(
  context: BackendContext,
  { bytes }: Source,
  work: (at: (done: number) => void) => Promise<T>,
) {
  const bar = progressBar(context, bytes, 0, megabytes);
  try {
    return await work((done) => {
      if (context.signal.aborted) throw interruptedError(repeatable);
      bar.at(done);
    });
  } finally {
    bar.end();
  }
}

/** Opens the file for rejected lines: beside the imported one unless the operator names it; a dry run writes only a named one. */
function rejectsOf(
  context: BackendContext,
  { file, delimiter, mark }: Source,
  { columns }: Survey,
  { rejects, dryRun }: ImportOptions,
): Promise<Rejects> {
  if (rejects === "-") throw new CliError("usage", "--rejects takes a file, not stdout.");
  const named = rejects !== undefined;
  const beside = file === undefined || dryRun ? undefined : `${file}.rejects.csv`;
  let told = 0;
  return openRejects({
    file: named ? resolve(context.folder, rejects) : beside,
    source: file,
    named,
    header: columns.map(({ name }) => name),
    delimiter,
    mark,
    now: context.clock(),
    tell: (line) => {
      told += 1;
      if (!dryRun || told <= shownReasons) say(context, line);
      else if (told === shownReasons + 1) say(context, "  … (--rejects FILE has them all)");
    },
  });
}

const confirmOverride = (context: BackendContext): Promise<void> =>
  confirm(context, {
    question:
      "The suppression list holds people who were erased, whose mail bounced, or who reported it as spam. Import those in the file all the same, and take them off the list? Type yes: ",
    refusal: "Nothing was imported.",
    hint: "Give --yes to override the suppression list without being asked.",
  });

function failWhereRejected({ count: n, file }: Rejects, { dryRun }: ImportOptions): void {
  if (n === 0) return;
  const hint = file === undefined ? {} : { hint: `Each is listed with its reason in ${file}` };
  throw new CliError(
    "failed",
    `${dryRun ? `${counted(n, "line")} would be` : counted(n, "line was", "lines were")} rejected.`,
    hint,
  );
}
