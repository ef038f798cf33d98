import { type ApplicationStatus, decisionWait } from "../../../server/contract/limits.ts";
import type { ReviewOutcome } from "../../operator/applications.ts";

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
