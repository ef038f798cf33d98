import * as v from "valibot";
import { replyWithinHours } from "../../server/contract/limits.ts";
import { callFunction, type Data } from "../cli/data.ts";

/** How well the promised reply time is kept, as `stats_report` tells it. */
export const reviewReport = v.object({
  pending: v.number(),
  /** Pending for longer than `replyWithinHours`. */
  overdue: v.number(),
  oldest_pending_at: v.nullable(v.string()),
  /** Applications that are answered or overdue. */
  to_be_answered: v.number(),
  /** Answered within `replyWithinHours`. */
  in_time: v.number(),
  /** Median time until the answer, in s. */
  median_seconds: v.nullable(v.number()),
});

/** How well the promised reply time is kept. */
export type ReviewReport = v.InferOutput<typeof reviewReport>;

/** Reads how well the promised reply time is kept. @throws CliError as `dataOf` does. */
export async function readReviewReport(data: Data): Promise<ReviewReport> {
  const args = { bucket: "week", reply_hours: replyWithinHours } as const;
  return v.parse(v.object({ review: reviewReport }), await callFunction(data, "stats_report", args)).review;
}
