import { htmlPage } from "../../../scripts/commands/stats/html.ts";
import type { StatsReport } from "../../../scripts/commands/stats/report.ts";
import type { State } from "./state.ts";

/** A launch of 30 days, with a peak on the ninth and two applications that are overdue. */
const report: StatsReport = {
  waitlist: { total: 1381, notified: 0, confirmed: 1104, unsubscribed: 23 },
  signups: Array.from({ length: 30 }, (_, day) => ({
    start: new Date(Date.UTC(2026, 4, 1 + day)).toISOString().slice(0, 10),
    count: Math.round(24 + 14 * Math.sin(day) + 160 / (1 + (day - 8) ** 2)),
  })),
  sources: [
    { source: null, count: 640 },
    { source: "hacker-news", count: 412 },
    { source: "newsletter-of-a-partner-with-a-long-name", count: 201 },
    { source: "mastodon", count: 128 },
  ],
  rarer_sources: { sources: 0, count: 0 },
  applications: [
    { role: "freelancer", status: "pending", count: 9 },
    { role: "freelancer", status: "accepted", count: 31 },
    { role: "small-business-owner", status: "accepted", count: 12 },
    { role: "agency-owner", status: "declined", count: 6 },
  ],
  trapped: [{ start: "2026-05-09", form: "waitlist", count: 87 }],
  reviews: {
    pending: 9,
    overdue: 2,
    oldest_pending_at: "2026-05-27T08:00:00+00:00",
    to_be_answered: 55,
    in_time: 51,
    median_seconds: 20 * 3600,
  },
};

const page = htmlPage(report, "day", { since: "2026-05-01T00:00:00.000Z", until: "2026-05-31T00:00:00.000Z" });

/** The page that `stats --html` writes for an operator. */
export const statsStates: readonly State[] = [
  { pictures: [{ name: "stats" }], path: "/nowhere", widths: [360, 1440], arrange: (tab) => tab.setContent(page) },
];
