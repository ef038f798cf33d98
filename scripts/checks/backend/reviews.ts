import { replyWithinHours } from "../../../server/contract/reply.ts";
import type { BackendContext } from "../../cli/context.ts";
import { count, counted, longSpan } from "../../cli/amounts.ts";
import { readReviewReport, type ReviewReport } from "../../records/reviewReport.ts";
import { type Finding, ok, warning } from "../finding.ts";
import { unknownWithout } from "./unknownWithout.ts";

/**
 * Is every applicant answered in time?
 * @throws CliError `unreachable`, `interrupted`.
 */
export const checkReviews = (context: BackendContext): Promise<Finding[]> =>
  unknownWithout({ check: "reviews", what: "The applications", name: "review_report" }, async () => [
    judgeReviews(await readReviewReport(context), context.clock()),
  ]);

/** Judges the figures on reply times. */
export function judgeReviews(report: ReviewReport, now: Date): Finding {
  const {
    pending,
    overdue,
    oldest_pending_at: oldest,
    to_be_answered: due,
    in_time: inTime,
    median_seconds: median,
  } = report;
  const record =
    due === 0
      ? ""
      : ` Of ${count(due)} that ${due === 1 ? "was" : "were"} due, ${count(inTime)} ${inTime === 1 ? "was" : "were"} answered within ${replyWithinHours} hours${median === null ? "" : `, half of the answers within ${longSpan(median * 1000)}`}.`;
  if (overdue === 0 || oldest === null)
    return ok(
      "reviews",
      `${counted(pending, "application waits", "applications wait")}, none for longer than ${replyWithinHours} hours.${record}`,
    );
  const waited = longSpan(now.getTime() - Date.parse(oldest));
  return warning(
    "reviews",
    `${count(overdue)} of ${count(pending)} pending applications ${overdue === 1 ? "waits" : "wait"} for longer than ${replyWithinHours} hours, the oldest for ${waited}.${record}`,
    "Answer them: npx prelaunch beta review --overdue",
  );
}
