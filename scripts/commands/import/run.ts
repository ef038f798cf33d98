import { applicationStatuses } from "../../../server/contract/limits.ts";
import { counted } from "../../../server/lib/amounts.ts";
import { deprecated } from "../../../server/settings/deprecated.ts";
import type { BackendContext } from "../../cli/session/context.ts";
import { CliError, interruptedError } from "../../data/errors.ts";
import { say } from "../../cli/terminal/io.ts";
import { progress } from "../../cli/terminal/progress.ts";
import { confirmed } from "../../cli/terminal/prompts.ts";
import { openFile } from "../../files/file.ts";
import { planBeta } from "./beta.ts";
import { surveyFile } from "../../files/columns.ts";
import { type Question, refuseUnanswered } from "../../files/ask.ts";
import { openRejects } from "./rejects.ts";
import { type Entry, markOf, type Plan, type PlanOptions } from "./rows.ts";
import { planWaitlist } from "./waitlist.ts";
import { Gathering, sendBatch, type Sending } from "./send.ts";
import { summary } from "./summary.ts";
import { Refused } from "../../files/dates.ts";

export interface ImportOptions extends PlanOptions {
  sheet?: string;
  visible?: true;
  dryRun?: true;
  overrideSuppression?: true;
  yes?: true;
  rejects?: string;
  /** The tag of everybody in the file, and the source of those who have none. */
  tag?: string;
  source?: string;
}

/** The number of lines in one transaction. */
const batchSize = 1000;

/**
 * Imports people or applications. Those that are there already stay unchanged, except that an unsubscription is
 * taken over, so the same file can be imported again after any interruption.
 * @throws CliError `failed` when lines had to be rejected, `usage`, `unreachable`, `interrupted`.
 */
export async function importFile(
  context: BackendContext,
  table: Sending["table"],
  path: string,
  options: ImportOptions,
): Promise<void> {
  const mark = markOf(options);
  const ofWaitlist = options.confirmedBy ? "confirmed-by" : options.keep ? "keep" : options.tag ? "tag" : mark;
  if (mark && options.tag) throw new CliError("usage", `--tag does not go with --${mark}.`);
  if (table === "beta" && ofWaitlist)
    throw new CliError(
      "usage",
      `--${ofWaitlist} is for \`import waitlist\`; the status of an application is one of ${applicationStatuses.join(", ")}.`,
    );
  const questions: Question[] = [];
  if (options.overrideSuppression && !options.dryRun && !options.yes) await confirmOverride(context, questions);
  const file = await openFile(context, path, options);
  for (const line of file.described) say(context, line);
  const survey = await watched(context, "Reading", undefined, (at) => surveyFile(file, at));
  const asking = { prompts: context.prompts, clock: context.clock, unanswered: questions };
  const plan = await (table === "waitlist" ? planWaitlist : planBeta)(asking, survey, options);
  refuseUnanswered(questions);
  for (const line of plan.described) say(context, line);
  const header = survey.columns.map(({ name }) => name);
  for (const line of deprecated("column", header)) say(context, `note: ${line}`);
  const rejects = await openRejects(context, file, header, options);
  const { overrideSuppression = false, dryRun = false } = options;
  const by = { subscribed: 0, unsubscribed: 0, bounced: 0, complained: 0 };
  const strangers: number[] = [];
  let leftOut = 0;
  const sending: Sending = {
    table,
    mark,
    overrideSuppression,
    dryRun,
    confirmedBy: plan.confirmedBy,
    tag: options.tag,
    source: options.source,
    sum: {
      added: 0,
      mailable: 0,
      unconfirmed: 0,
      confirmed: 0,
      unsubscribed: 0,
      notified: 0,
      released: 0,
      suppressed: {},
      tagged: 0,
    },
    refused: ({ line, cells }, reason) => rejects.add(line, reason, cells),
    stranger({ line, cells }) {
      if (mark === "notified") rejects.add(line, "This address is not on the waitlist.", cells);
      else strangers.push(line);
    },
  };
  await watched(context, "Importing", survey.rows, async (at) => {
    const gathering = new Gathering();
    let read = survey.headless ? 0 : -1;
    for await (const { line, cells } of file.records()) {
      read += 1;
      if (read === 0) continue;
      const entry = entryOf(cells, header.length, plan.read);
      if (entry === undefined) leftOut += 1;
      else if (typeof entry === "string") rejects.add(line, entry, cells);
      else {
        by[entry.status] += 1;
        gathering.add({ ...entry, line, cells });
      }
      if (gathering.size < batchSize) continue;
      await sendBatch(context, gathering.take(), sending);
      at(read);
    }
    if (gathering.size > 0) await sendBatch(context, gathering.take(), sending);
  });
  const written = await rejects.finish();
  const { leftOutTags = new Map<string, number>() } = plan;
  const numbers = { read: survey.rows, rejected: rejects.count, leftOut, strangers, leftOutTags, by };
  for (const line of summary(numbers, sending)) say(context, line);
  if (rejects.count === 0) return;
  throw new CliError(
    "failed",
    `${dryRun ? `${counted(rejects.count, "line")} would be` : counted(rejects.count, "line was", "lines were")} rejected.`,
    written === undefined ? {} : { hint: `Each is listed with its reason in ${written}` },
  );
}

/** The content of a line, if the mark applies to it, or why it cannot be taken. */
function entryOf(cells: readonly string[], width: number, read: Plan["read"]): Entry | string | undefined {
  if (cells.length !== width) {
    const isQuoted = cells.length === 1 && /[,;\t|]/u.test(cells[0] ?? "");
    return `The line has ${counted(cells.length, "field")} instead of ${width}.${isQuoted ? " The quotes around the whole line make it a single field." : ""}`;
  }
  try {
    return read(cells);
  } catch (error) {
    if (error instanceof Refused) return error.message;
    throw error;
  }
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

const overriding =
  "The suppression list holds people who were erased or unsubscribed long ago, whose mail bounced, or who reported it as spam.";

/**
 * Asks whether the suppression list is to be overridden; where nobody can be asked, the question is added to the
 * others.
 */
async function confirmOverride(context: BackendContext, questions: Question[]): Promise<void> {
  const hint = "Give --yes to override the suppression list without being asked.";
  if (!context.prompts) return void questions.push({ problem: overriding, hint });
  const question = `${overriding} Import those in the file all the same, and take them off the list?`;
  await confirmed(context, { question, refusal: "Nothing was imported.", hint });
}
