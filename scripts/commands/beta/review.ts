import type { ApplicationStatus } from "../../../server/contract/statuses.ts";
import { count, counted } from "../../cli/amounts.ts";
import type { BackendContext } from "../../cli/context.ts";
import { countOf, dataOf } from "../../cli/data.ts";
import { CliError } from "../../cli/errors.ts";
import { writeMessage } from "../../cli/io.ts";
import { requirePrompts } from "../../cli/prompts.ts";
import { whoSends } from "../../cli/stack.ts";
import {
  type Application,
  type ApplicationFilter,
  applicationsOf,
  eventsOf,
  findApplication,
  selected,
  type Wanted,
} from "./applications.ts";
import { describeOutcome, operatorName, review, tidyNote } from "./decide.ts";
import { describeApplication, shortId } from "./show.ts";

/** Options of `beta review`, as commander gives them. */
export interface ReviewOptions extends Omit<ApplicationFilter, "status"> {
  as?: string;
}

/** How long the mail about a decision waits, in s; a decision undone meanwhile is not mailed. */
const mailAfterSeconds = 60;

const back = [
  { value: "u", label: "undo the last one" },
  { value: "q", label: "quit" },
] as const;

const choices = [
  { value: "a", label: "accept" },
  { value: "d", label: "decline" },
  { value: "s", label: "skip" },
  { value: "n", label: "note" },
  ...back,
] as const;

/** What a key decides. */
const decisionOf = { a: "accepted", d: "declined", s: undefined } as const;

/** An application that was moved past, and the decision on it; undefined where there was none, or it was refused. */
interface Step {
  application: Application;
  decision: ApplicationStatus | undefined;
}

/**
 * Goes through the pending applications at a terminal, those that have waited longest first.
 * @throws CliError `usage` when there is no terminal, `failed`, `unreachable`, `interrupted`; the decisions stay.
 */
export async function reviewApplications(context: BackendContext, { as, ...filter }: ReviewOptions): Promise<void> {
  requirePrompts(
    context,
    "Without one: npx prelaunch beta list, beta show ID, beta accept ID, beta decline ID, beta reopen ID",
  );
  const actor = operatorName(context, as);
  const [wanted] = selected(filter, context.clock());
  if (!wanted) return;
  const steps: Step[] = [];
  try {
    await walk(context, wanted, actor, steps);
  } finally {
    const amount = (wished: ApplicationStatus) => steps.filter(({ decision }) => decision === wished).length;
    const [accepted, declined] = [amount("accepted"), amount("declined")];
    if (steps.length > 0) writeMessage(context, `${count(accepted)} accepted, ${count(declined)} declined.`);
    if (accepted + declined > 0) writeMessage(context, whoSends(context));
  }
}

/** Takes a key for each application, and adds each one that is moved past to the steps. */
async function walk(context: BackendContext, wanted: Wanted, actor: string, steps: Step[]): Promise<void> {
  const prompts = requirePrompts(context, "");
  const total = await countPending(context, wanted);
  writeMessage(context, `${counted(total, "application waits", "applications wait")}. You decide as ${actor}.`);
  const next = async (after?: Application) =>
    (await dataOf(applicationsOf(context, wanted, after, 1), context.signal))[0];
  /** The note that was typed for the current application, and is not saved yet. */
  let note: string | undefined;
  const change = async (application: Application, decision: ApplicationStatus | undefined): Promise<boolean> => {
    const done = await tried(context, async () => {
      const outcome = await review(context, application, { decision, actor, note, mailAfterSeconds });
      if (decision === undefined) return;
      const wait = outcome.mail_waits ? ` in ${mailAfterSeconds} s` : "";
      writeMessage(context, `${shortId(application)}  ${describeOutcome(decision, outcome)}${wait}`);
    });
    if (done) note = undefined;
    return done;
  };
  const leave = async (application: Application | undefined) => {
    if (application && note !== undefined) await change(application, undefined);
    note = undefined;
  };

  let shown: Application | undefined;
  for (let current = await next(); current || steps.length > 0;) {
    if (current && current !== shown) await show(context, current);
    shown = current;
    const place = steps.length + 1;
    const key = current
      ? await prompts.key(`${count(place)} of ${count(Math.max(total, place))}`, choices)
      : await prompts.key("That was the last one", back);
    if (key === undefined || key === "q") return leave(current);
    if (key === "u") {
      const step = steps.pop();
      if (!step) {
        writeMessage(context, "There is nothing to undo.");
        continue;
      }
      await leave(current);
      if (step.decision !== undefined) await change(step.application, "pending");
      current = await findApplication(context, step.application.id);
    } else if (key === "n") {
      await tried(context, async () => void (note = tidyNote(await prompts.text("Note"))));
      writeMessage(context, note === undefined ? "No note." : "It is saved with your decision, or when you go on.");
    } else if (current) {
      const decision = decisionOf[key];
      const done = decision !== undefined && (await change(current, decision));
      await leave(current);
      steps.push({ application: current, decision: done ? decision : undefined });
      current = await next(current);
    }
  }
}

function countPending({ supabase, signal }: BackendContext, { status, role, before }: Wanted): Promise<number> {
  let query = supabase.from("beta_applications").select("*", { count: "exact", head: true }).eq("status", status);
  if (role !== undefined) query = query.eq("role", role);
  if (before !== undefined) query = query.lt("created_at", before);
  return countOf(query.retry(false), signal);
}

async function show(context: BackendContext, application: Application): Promise<void> {
  const text = describeApplication(application, await eventsOf(context, application.id), context, context.clock());
  context.err.write(`\n${text}\n`);
}

/** Reports why something was refused, and goes on; an error that ends the command is thrown. Returns whether it was done. */
async function tried(context: BackendContext, work: () => Promise<void>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    if (!(error instanceof CliError) || (error.code !== "failed" && error.code !== "usage")) throw error;
    writeMessage(context, error.message);
    return false;
  }
}
