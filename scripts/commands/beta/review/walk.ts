import type { ApplicationStatus } from "../../../../server/contract/statuses.ts";
import type { BackendContext } from "../../../cli/context.ts";
import { CliError } from "../../../cli/errors.ts";
import { type Application, findApplication, pagesOf, type Wanted } from "../applications.ts";
import { review, tidyNote } from "../call.ts";
import { describeOutcome } from "../decide.ts";
import { shortId } from "../describe.ts";
import { showOne, tell } from "./screen.ts";

/** How long the mail about a decision waits, in s; a decision undone meanwhile is not mailed. */
const mailAfterSeconds = 60;

/** An application that was moved past, and what came of the decision on it; undefined where there was none. */
interface Step {
  application: Application;
  outcome: ApplicationStatus | "refused" | undefined;
}

/** A walk through the applications, forwards and back. */
export interface Walk {
  /** Moves past the current application, with or without a decision on it. */
  pass(decision?: ApplicationStatus): Promise<void>;
  /** Goes back to the previous application, and reverses the decision on it. */
  undo(): Promise<void>;
  note(): Promise<void>;
  /** Leaves the current application as it is. */
  leave(): Promise<void>;
  decisions(): readonly ApplicationStatus[];
}

/** Reports why something was refused, and goes on; an error that ends the command is thrown. Returns whether it was done. */
async function tried(context: BackendContext, work: () => Promise<void>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    if (!(error instanceof CliError) || (error.code !== "failed" && error.code !== "usage")) throw error;
    tell(context, error.message);
    return false;
  }
}

/** Shows the first of the wanted applications, where the walk begins. */
export async function startWalk(context: BackendContext, actor: string, wanted: Wanted): Promise<Walk> {
  const steps: Step[] = [];
  let current: Application | undefined;
  let noted: string | undefined;

  const show = async (application: Application | undefined) => {
    current = application;
    if (application) return showOne(context, application);
    tell(context, steps.length === 0 ? "There are none. q quit" : "That was the last one. u undo  q quit");
  };
  const showNext = async (after: Application | undefined) => {
    for await (const [next] of pagesOf(context, wanted, { after, most: 1 })) return show(next);
    return show(undefined);
  };
  const change = async (application: Application, decision: ApplicationStatus | undefined, note?: string) => {
    const outcome = await review(context, application, { decision, actor, note, mailAfterSeconds });
    if (decision === undefined) return;
    const wait = outcome.mail_waits ? ` in ${mailAfterSeconds} s` : "";
    tell(context, `${shortId(application)}  ${describeOutcome(decision, outcome)}${wait}`);
  };
  const leave = async () => {
    const [application, note] = [current, noted];
    noted = undefined;
    if (application && note !== undefined) await tried(context, () => change(application, undefined, note));
  };

  await showNext(undefined);
  return {
    async pass(decision) {
      const application = current;
      if (!application) return;
      let outcome: Step["outcome"];
      if (decision !== undefined) {
        const done = await tried(context, async () => {
          await change(application, decision, noted);
          noted = undefined;
        });
        outcome = done ? decision : "refused";
      }
      await leave();
      steps.push({ application, outcome });
      await showNext(application);
    },
    async undo() {
      const step = steps.pop();
      if (!step) return tell(context, "There is nothing to undo.");
      await leave();
      const { application, outcome } = step;
      if (outcome === "refused") tell(context, `${shortId(application)}  nothing undone; your decision was refused`);
      else if (outcome !== undefined) await tried(context, () => change(application, "pending"));
      await tried(context, async () => show(await findApplication(context, application.id)));
    },
    async note() {
      if (!current || !context.ask) return;
      const text = await context.ask("Note: ");
      await tried(context, async () => void (noted = tidyNote(text)));
      tell(context, noted === undefined ? "No note." : "It is saved with your decision, or when you go on.");
    },
    leave,
    decisions: () => steps.flatMap(({ outcome }) => (outcome === undefined || outcome === "refused" ? [] : outcome)),
  };
}
