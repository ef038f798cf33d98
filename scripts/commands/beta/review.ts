import type { ApplicationStatus } from "../../../server/contract/limits.ts";
import { count, counted } from "../../../server/lib/amounts.ts";
import type { BackendContext } from "../../cli/session/context.ts";
import { pageSize } from "../../operator/pages.ts";
import { type Messages, writeMessage } from "../../cli/terminal/io.ts";
import { requirePrompts } from "../../cli/terminal/prompts.ts";
import { type Application, applicationsOf, findApplication, review, tidyNote } from "../../operator/applications.ts";
import { type ChoiceOptions, chosen, refusalOf } from "./choose.ts";
import { describeOutcome } from "../../cli/sentences/decisions.ts";
import { describeApplication, shortId } from "./show.ts";
import { senderText } from "../../cli/sentences/sending.ts";
import { operatorName } from "../../cli/session/settings.ts";

export interface ReviewOptions extends Omit<ChoiceOptions, "status"> {
  as?: string;
}

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

/** The decisions on the applications so far, in their order; undefined for an application without one. */
type Decisions = (ApplicationStatus | undefined)[];

/**
 * Goes through the pending applications at a terminal, those that have waited longest first; a thousand at once.
 * @throws CliError `usage` when there is no terminal, `failed`, `unreachable`, `interrupted`; the decisions stay.
 */
export async function reviewApplications(context: BackendContext, { as, ...filter }: ReviewOptions): Promise<void> {
  requirePrompts(
    context,
    "Without one: npx prelaunch beta list, beta show ID, beta accept ID, beta decline ID, beta reopen ID",
  );
  const actor = operatorName(context, as);
  const [wanted] = chosen(filter, context.clock());
  if (!wanted) return;
  const waiting = await applicationsOf(context, wanted);
  const least = waiting.length === pageSize ? "At least " : "";
  const wait = counted(waiting.length, "application waits", "applications wait");
  writeMessage(context, `${least}${wait}. You decide as ${actor}.`);
  const decisions: Decisions = [];
  try {
    await walk(context, waiting, actor, decisions);
  } finally {
    const amount = (wished: ApplicationStatus) => decisions.filter((one) => one === wished).length;
    const [accepted, declined] = [amount("accepted"), amount("declined")];
    if (decisions.length > 0) writeMessage(context, `${count(accepted)} accepted, ${count(declined)} declined.`);
    if (accepted + declined > 0) writeMessage(context, senderText(context));
  }
}

/** Takes a key for each application, and adds what was decided on it. */
async function walk(
  context: BackendContext,
  waiting: readonly Application[],
  actor: string,
  decisions: Decisions,
): Promise<void> {
  const prompts = requirePrompts(context, "");
  /** Changes the status; returns the new one, or undefined where that was refused. */
  const change = async (application: Application, decision: ApplicationStatus) => {
    const done = await tried(context, async () => {
      const outcome = await review(context, application.id, { decision, actor });
      writeMessage(context, `${shortId(application)}  ${describeOutcome(decision, outcome)}`);
    });
    return done ? decision : undefined;
  };
  while (waiting.length > 0) {
    const place = decisions.length;
    const listed = waiting[place];
    // Another person may have decided on it meanwhile.
    const current = listed && (await findApplication(context, listed.id));
    if (current && current.status !== "pending") {
      writeMessage(context, `${shortId(current)}  was ${current.status} by somebody else.`);
      decisions.push(undefined);
      continue;
    }
    if (current) writeMessage(context, `\n${await describeApplication(context, current)}`);
    const key = current
      ? await prompts.key(`${count(place + 1)} of ${count(waiting.length)}`, choices)
      : await prompts.key("That was the last one", back);
    if (key === undefined || key === "q") return;
    if (key === "u") {
      const former = waiting[place - 1];
      const decision = decisions.pop();
      if (!former) writeMessage(context, "There is nothing to undo.");
      else if (decision !== undefined) await change(former, "pending");
    } else if (current && key === "n") {
      await tried(context, async () => {
        const note = tidyNote(await prompts.text("Note"));
        if (note !== undefined) await review(context, current.id, { actor, note });
      });
    } else if (current) {
      decisions.push(key === "s" ? undefined : await change(current, key === "a" ? "accepted" : "declined"));
    }
  }
}

/** Says why something was refused, and goes on. Returns whether it was done. */
async function tried(io: Messages, work: () => Promise<void>): Promise<boolean> {
  const refusal = await refusalOf(work);
  if (refusal) writeMessage(io, refusal.message);
  return refusal === undefined;
}
