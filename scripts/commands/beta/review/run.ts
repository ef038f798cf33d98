import type { ApplicationStatus } from "../../../../server/contract/statuses.ts";
import type { BackendContext } from "../../../cli/context.ts";
import { CliError } from "../../../cli/errors.ts";
import { endOfInput } from "../../../cli/io.ts";
import { count } from "../../../cli/amounts.ts";
import { readReviewReport } from "../../../records/reviewReport.ts";
import { whoSends } from "../../../cli/whoSends.ts";
import { operatorName } from "../operator.ts";
import { selected, type ApplicationFilter } from "../select.ts";
import { tell, tellKeys } from "./screen.ts";
import { startWalk, type Walk } from "./walk.ts";

/** Options of `beta review`, as commander gives them. */
export interface ReviewOptions extends Omit<ApplicationFilter, "status"> {
  as?: string;
}

/** What the keys do. */
const actions: Partial<Record<string, (walk: Walk) => Promise<void>>> = {
  a: (walk) => walk.pass("accepted"),
  d: (walk) => walk.pass("declined"),
  s: (walk) => walk.pass(),
  u: (walk) => walk.undo(),
  n: (walk) => walk.note(),
};

/**
 * Goes through the pending applications at a terminal, those that have waited longest first.
 * @throws CliError `usage` when there is no terminal, `failed`, `unreachable`, `interrupted`.
 */
export async function reviewApplications(context: BackendContext, { as, ...selection }: ReviewOptions): Promise<void> {
  const { key } = context;
  if (!key)
    throw new CliError("usage", "There is no terminal to review at.", {
      hint: "Without one: npx prelaunch beta list, beta show ID, beta accept ID, beta decline ID, beta reopen ID",
    });
  const actor = operatorName(context, as);
  const [wanted] = selected(selection, context.clock());
  if (!wanted) return;
  const { pending, overdue } = await readReviewReport(context);
  tell(context, `${count(pending)} pending, ${count(overdue)} of them overdue. You are ${actor}.`);
  const walk = await startWalk(context, actor, wanted);
  try {
    for (let pressed = await key(); pressed !== "q" && pressed !== endOfInput; pressed = await key()) {
      const action = actions[pressed];
      if (action) await action(walk);
      else tellKeys(context);
    }
    await walk.leave();
  } catch (error) {
    if (walk.decisions().length > 0) tellDecisions(context, walk);
    throw error;
  }
  tellDecisions(context, walk);
}

/** Says what was decided, and who sends the mails: also when the review is interrupted, which keeps the decisions. */
function tellDecisions(context: BackendContext, walk: Walk): void {
  const decisions = walk.decisions();
  const amount = (wanted: ApplicationStatus) => count(decisions.filter((decision) => decision === wanted).length);
  tell(context, `${amount("accepted")} accepted, ${amount("declined")} declined.`);
  if (decisions.length > 0) tell(context, whoSends(context));
}
