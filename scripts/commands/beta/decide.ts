import type { ApplicationStatus } from "../../../server/contract/statuses.ts";
import { confirm, requireTerminal } from "../../cli/confirm.ts";
import type { BackendContext } from "../../cli/context.ts";
import { say, write } from "../../cli/io.ts";
import { counted } from "../../cli/amounts.ts";
import { printableJson } from "../../cli/terminalText.ts";
import { whoSends } from "../../cli/whoSends.ts";
import { type Application, findApplication } from "./applications.ts";
import { type Review, review, type ReviewOutcome, tidyNote } from "./call.ts";
import { shortId, who } from "./describe.ts";
import { eachOf, type Failures, report } from "./each.ts";
import { operatorName } from "./operator.ts";

/** Options of `beta accept`, `decline` and `reopen`, as commander gives them. */
export interface DecideOptions {
  as?: string;
  note?: string;
  dryRun?: true;
  yes?: true;
  json?: true;
}

/** The command line's words for the decisions. */
const verbs = { accepted: "accepted", declined: "declined", pending: "reopened" } as const;

/**
 * Decides on applications, or reopens them: each by itself, in the order given. It can be repeated after any interruption.
 * @throws CliError `usage`, `failed` when one of them could not be decided on, `unreachable`, `interrupted`.
 */
export async function decide(
  context: BackendContext,
  decision: ApplicationStatus,
  ids: readonly string[],
  { as, note: text, dryRun, yes, json }: DecideOptions,
): Promise<void> {
  const change: Review = {
    decision,
    actor: operatorName(context, as),
    note: tidyNote(text),
    rehearsal: dryRun ?? false,
  };
  const found = new Map<string, Application>();
  const unknown = await eachOf(ids, String, async (id) => {
    const application = await findApplication(context, id);
    found.set(application.id, application);
  });
  if (unknown.ended) throw unknown.ended;
  const applications = [...found.values()];
  if (!dryRun && !yes && decision !== "pending" && applications.length > 1)
    await confirmDecisions(context, decision, applications);
  const done: (ReviewOutcome & { id: string })[] = [];
  const refused = await eachOf(
    applications,
    ({ id }) => id,
    async (application) => {
      const outcome = await review(context, application, change);
      done.push({ id: application.id, ...outcome });
      say(context, `${shortId(application)}  ${describeOutcome(decision, outcome)}${dryRun ? " (--dry-run)" : ""}`);
    },
  );
  const failures: Failures = { ...refused, each: [...refused.each, ...unknown.each] };
  if (json) {
    const failed = failures.each.map(({ id, error }) => ({ id, error: error.message }));
    await write(context.out, printableJson([...done, ...failed]));
  }
  if (!dryRun && done.some(({ mail_waits: waits }) => waits)) say(context, whoSends(context));
  report(context, failures, applications.length + unknown.each.length, verbs[decision]);
}

/** Says what was done, and what the applicant learns of it. */
export function describeOutcome(
  decision: ApplicationStatus,
  { told, mail_waits: waits, unreachable, before }: ReviewOutcome,
): string {
  const verb = verbs[decision];
  if (before) return `${verb} by you already`;
  if (decision === "pending") return `${verb}; ${told === null ? "no mail had been sent" : `a mail had said ${told}`}`;
  if (unreachable !== null) {
    const why = unreachable === "complained" ? "they reported one as spam" : "their address bounced";
    return `${verb}; no mail: ${why}. Answer them in another way`;
  }
  return `${verb}; ${waits ? "the applicant will be mailed" : "no mail, as the last one said the same"}`;
}

async function confirmDecisions(
  context: BackendContext,
  decision: ApplicationStatus,
  applications: readonly Application[],
): Promise<void> {
  const hint = "Give --yes to mail several people without being asked, or --dry-run to see what would be done.";
  requireTerminal(context, hint);
  const { err, unicode } = context;
  for (const application of applications) err.write(`${shortId(application)}  ${who(application, { unicode })}\n`);
  await confirm(context, {
    question: `Tell ${counted(applications.length, "person", "people")} that they are ${verbs[decision]}? Type yes: `,
    refusal: "The answer was not yes. Nothing was decided.",
    hint,
  });
}
