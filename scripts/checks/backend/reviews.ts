import { replyWithinHours } from "../../../server/contract/limits.ts";
import { count, counted, longSpan } from "../../../server/lib/amounts.ts";
import type { BackendContext } from "../../cli/context.ts";
import { readReviewReport } from "../../operator/applications.ts";
import { type Finding, ok, warning } from "../../../server/launch/finding.ts";

/** Is every applicant answered in time? @throws CliError `unreachable`, `configuration`, `failed` or `interrupted`. */
export async function checkReviews(context: BackendContext): Promise<Finding[]> {
  const { pending, overdue, oldest_pending_at: oldest } = (await readReviewReport(context)).review;
  const wait = counted(pending, "application waits", "applications wait");
  if (overdue === 0 || oldest === null)
    return [ok("reviews", `${wait}, none for longer than ${replyWithinHours} hours.`)];
  const waited = longSpan(context.clock().getTime() - Date.parse(oldest));
  return [
    warning(
      "reviews",
      `${wait}, ${count(overdue)} for longer than ${replyWithinHours} hours, the oldest for ${waited}.`,
      "Answer them: npx prelaunch beta review --overdue",
    ),
  ];
}
