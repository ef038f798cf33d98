import { lengthOf, tidyLine } from "../../../server/contract/characters.ts";
import { decisionWait } from "../../../server/contract/desk.ts";
import { type ApplicationStatus, longestActor } from "../../../server/contract/limits.ts";
import type { ReviewOutcome } from "../../operator/applications.ts";
import type { Context } from "../session/context.ts";
import { CliError, userOfMachine } from "../../data/errors.ts";

export const decisionVerbs = { accepted: "accepted", declined: "declined", pending: "reopened" } as const;

/** Says what was done, and what the applicant is told about it. */
export function describeOutcome(
  decision: ApplicationStatus,
  { last_mailed: lastMailed, mail_queued: queued, unreachable, before }: ReviewOutcome,
): string {
  const verb = decisionVerbs[decision];
  if (before) return `${verb} by you already`;
  if (decision === "pending")
    return `${verb}; ${lastMailed === null ? "no mail had been sent" : `a mail had said ${lastMailed}`}`;
  if (unreachable !== null) {
    const why = unreachable === "complained" ? "they reported one as spam" : "their address bounced";
    return `${verb}; no mail: ${why}. Answer them in another way`;
  }
  return `${verb}; ${queued ? `the applicant will be mailed in ${decisionWait} s` : "no mail, as the last one said the same"}`;
}

/**
 * The name of the person who decides, for the history: `--as`, else the setting OPERATOR, else the user of this
 * machine.
 * @throws CliError `usage` when there is no name, or one that is too long.
 */
export function operatorName({ settings }: Pick<Context, "settings">, given: string | undefined): string {
  const name = tidyLine(given ?? settings.OPERATOR?.value ?? userOfMachine());
  if (name !== "" && lengthOf(name) <= longestActor) return name;
  throw new CliError("usage", `Give a name of at most ${longestActor} characters: --as NAME, or the setting OPERATOR.`);
}
