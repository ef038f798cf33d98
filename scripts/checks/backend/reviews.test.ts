import { describe, expect, it } from "vitest";
import type { ReviewReport } from "../../records/reviewReport.ts";
import { judgeReviews } from "./reviews.ts";

const now = new Date("2026-05-06T12:00:00Z");
const none: ReviewReport = {
  pending: 0,
  overdue: 0,
  oldest_pending_at: null,
  to_be_answered: 0,
  in_time: 0,
  median_seconds: null,
};

describe("answers to applications", () => {
  it.each<[what: string, report: Partial<ReviewReport>, level: string, message: string]>([
    ["nobody applied", {}, "ok", "0 applications wait, none for longer than 48 hours."],
    [
      "some wait, and others were answered",
      { pending: 2, oldest_pending_at: "2026-05-06T00:00:00Z", to_be_answered: 4, in_time: 3, median_seconds: 7200 },
      "ok",
      "2 applications wait, none for longer than 48 hours. Of 4 that were due, 3 were answered within 48 hours, half of the answers within 2 h.",
    ],
    [
      "some wait for too long",
      { pending: 1200, overdue: 1100, oldest_pending_at: "2026-04-26T12:00:00Z", to_be_answered: 1100 },
      "warning",
      "1,100 of 1,200 pending applications wait for longer than 48 hours, the oldest for 10 d. Of 1,100 that were due, 0 were answered within 48 hours.",
    ],
  ])("are judged: %s", (_what, report, level, message) => {
    expect(judgeReviews({ ...none, ...report }, now)).toMatchObject({ level, message });
  });
});
