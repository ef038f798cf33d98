import * as v from "valibot";
import { replyWithinHours } from "../../server/contract/reply.ts";
import { callFunction } from "../cli/calls.ts";
import type { BackendContext } from "../cli/context.ts";

const report = v.object({
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
export type ReviewReport = v.InferOutput<typeof report>;

/**
 * Reads how well the promised reply time is kept for the applications of a period.
 * @throws CliError `unreachable`, `configuration`, `failed` or `interrupted`.
 */
export async function readReviewReport(
  context: BackendContext,
  period: { since?: string; until?: string } = {},
): Promise<ReviewReport> {
  return v.parse(report, await callFunction(context, "review_report", { reply_hours: replyWithinHours, ...period }));
}
