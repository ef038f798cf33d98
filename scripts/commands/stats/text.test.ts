import * as v from "valibot";
import { describe, expect, it } from "vitest";
import { movementLines } from "../../../server/contract/figures.ts";
import { painter } from "../../cli/terminal/terminalText.ts";
import type { StatsReport } from "../../operator/figures.ts";
import { describePeriod, periodOf } from "./command.ts";
import { statsText } from "./text.ts";

const report: StatsReport = {
  waitlist: {
    total: 4,
    notified: 1,
    confirmed: 2,
    mailable: 1,
    unsubscribed: 1,
    bounced: 0,
    complained: 0,
    invited: 2,
    redeemed: 1,
  },
  signups: [
    { start: "2026-05-01", count: 1 },
    { start: "2026-05-02", count: 2 },
    { start: "2026-05-03", count: 0 },
  ],
  sources: [{ source: "a-b", count: 2 }, ...Array.from({ length: 12 }, (_, n) => ({ source: `s${n}`, count: 1 }))],
  rarer_sources: { sources: 3, count: 3 },
  applications: [{ role: "other", status: "accepted", count: 1 }],
  reviews: {
    pending: 1,
    overdue: 1,
    oldest_pending_at: "2026-05-02T00:00:00+00:00",
    to_be_answered: 3,
    in_time: 1,
    median_seconds: 50 * 3600,
  },
  answered: { invoices: 2, retired: 1 },
  answers: [
    { question: "invoices", answer: "21+", count: 1 },
    { question: "retired", answer: "yes", count: 1 },
  ],
  friends: { joined: 2, credits: { counted: 1, same_network: 1 } },
  referrers: [{ email: "ada@example.com", share_code: "0123ABCD", friends: 1 }],
  waves: [
    {
      number: 7,
      at: "2026-05-04T12:00:00+00:00",
      starts: null,
      kind: "update",
      name: "may-news",
      queued: 10,
      sent: 90,
      bounced: 2,
      complained: 1,
      unsubscribed: 3,
      redeemed: null,
    },
  ],
  movement: v.parse(movementLines, [
    {
      span: "today",
      total: true,
      source: null,
      visits: 1200,
      joined: 4,
      confirmed: 2,
      applied: 1,
      invited: 2,
      redeemed: 1,
    },
    { span: "week", total: true, source: null, joined: 4 },
    { span: "before", total: true, source: null, joined: 9 },
    { span: "month", total: false, source: "a-b", visits: 10 },
    { span: "month", total: false, source: null, visits: 9, joined: 3, confirmed: 1 },
  ]),
};
const now = new Date("2026-05-06T12:00:00Z");
const shown = (of: StatsReport, { columns = 80, unicode = true, chart }: Partial<Shown> = {}) =>
  statsText(of, chart, { columns, unicode, paint: painter(false) });
interface Shown {
  columns: number;
  unicode: boolean;
  chart: "day" | "week";
}

describe("the figures of a launch", () => {
  it("are what is asked each morning", () => {
    const text = shown(report);
    expect(text).toMatch(
      /^\nMay be mailed +1 of 4 people; 2 ever confirmed\nOff the list +1 unsubscribed, 0 bounced, 0 complained\n/u,
    );
    expect(text).toContain(
      "Invited        2, of whom 1 came (50.00 %) and 1 did not\nJoined         4 in 7 days, was 9\n",
    );
    expect(text).toContain("To answer      1 application, 1 of them overdue\n");
    expect(text).toContain(`What moved
              visits  joined  confirmed  applied  invited  came
today          1,200       4          2        1        2     1
7 days             0       4          0        0        0     0
the 7 before       0       9          0        0        0     0
30 days            0       0          0        0        0     0
`);
    expect(text).toContain("\n(direct)       9       3          1        0        0     0\n");
    expect(text).toMatch(/^7 05-04 12:00 may-news +10 +90 +2 +1 +3$/mu);
    expect(text).toMatch(/stats --full\n$/u);
    expect(text).not.toContain("Sign-ups per day");
    expect(text.split("\n").length).toBeLessThan(30);
  });

  it("are all of them with a chart", () => {
    const text = shown(report, { chart: "day" });
    expect(text).toContain(`
Sign-ups per day
2026-05-01  █████████████████████████                           1
2026-05-02  ██████████████████████████████████████████████████  2
2026-05-03                                                      0
`);
    expect(text).toContain("may be mailed  1  25.0 %\nunsubscribed   1  25.0 %\nbounced        0   0.0 %\n");
    expect(text).toContain("invited        2  50.0 %\ncame           1  50.0 %\n");
    expect(text).toContain("\noverdue         1\nin time         1  33.3 %\nmedian time  50 h\n");
    expect(text).toContain("not counted: the same network within a day  1  50.0 %\n");
    expect(text).toContain("0123ABCD  a...@example.com  1\n");
    expect(text).toContain("Answers: retired\nanswered  1   25.0 %\nyes       1  100.0 %\n");
    expect(text).toContain("Answers: invoices\nanswered  2  50.0 %\n0-5       0   0.0 %\n");
    expect(text).toContain("%\n(6 rarer not shown)\n\nFriends");
  });

  it("fit a terminal, in ASCII where it shows no more", () => {
    const source = "s".repeat(60);
    const long = { ...report, movement: report.movement.map((line) => ({ ...line, source: line.source && source })) };
    for (const columns of [80, 200]) {
      const chart = shown(long, { columns, chart: "day" })
        .split("\n")
        .filter((line) => /█|\d %|^sss|visits/u.test(line));
      expect(Math.max(...chart.map((line) => line.length))).toBeLessThanOrEqual(columns);
    }
    const plain = shown(report, { unicode: false, chart: "day" });
    expect(plain).toMatch(/^2026-05-01  #{25} +1$/mu);
    expect(plain).toMatch(/^\p{ASCII}+$/u);
  });

  it.each([
    ["2026-05-02", undefined, "2026-05-02 until 2026-05-06 12:00 UTC"],
    ["2026-05-02", "2027-01-01", "2026-05-02 until 2026-05-06 12:00 UTC"],
    ["2026-05-02T10:30:00Z", "2026-05-03", "2026-05-02 10:30 until 2026-05-03 UTC"],
  ])("are of a period: %s, %s", (since, until, words) => {
    expect(describePeriod(periodOf(new Date(since), until ? new Date(until) : undefined, now))).toBe(words);
  });
});
