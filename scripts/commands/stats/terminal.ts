import type { painter } from "../../cli/color.ts";
import { count } from "../../cli/progressBar.ts";
import { table } from "../../cli/table.ts";
import { type Bucket, type StatsReport, totals } from "./report.ts";

/** Cells of the longest bar; with its labels a line fits in 80 columns. */
const barWidth = 50;

/** Most bars shown: what fits on a page. The whole is in --json and --html. */
const mostBars = 42;

const eighths = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];

/** A bar with the precision of an eighth of a cell. */
export function bar(value: number, highest: number): string {
  const cells = highest === 0 ? 0 : (value / highest) * barWidth;
  const text = "█".repeat(Math.floor(cells)) + (eighths[Math.floor((cells % 1) * 8)] ?? "");
  return text === "" && value > 0 ? "▏" : text;
}

export const share = (part: number, whole: number): string =>
  whole === 0 ? "–" : `${((part / whole) * 100).toFixed(1)} %`;

/** The figures as text with bars. */
export function terminalCharts(report: StatsReport, bucket: Bucket, paint: ReturnType<typeof painter>): string {
  const { waitlist, applications } = report;
  const heading = (text: string) => `${paint("bold", text)}\n`;
  const signups = report.signups.slice(-mostBars);
  const highest = Math.max(...signups.map((signup) => signup.count), 0);
  const left = report.signups.length - signups.length;
  const bars = signups.map(({ start, count: n }) => [start, paint("green", bar(n, highest)), count(n)]);
  const line = (name: string, n: number, whole: number) => [name, count(n), share(n, whole)];
  const total = applications.reduce((sum, row) => sum + row.count, 0);
  return [
    heading(`Sign-ups per ${bucket}`),
    ...(left > 0 ? [paint("dim", `(${left} earlier not shown)\n`)] : []),
    bars.length === 0 ? "none yet\n" : table(bars),
    `\n${heading("Waitlist")}`,
    table([
      ["people", count(waitlist.total)],
      line("notified", waitlist.notified, waitlist.total),
      line("confirmed", waitlist.confirmed, waitlist.total),
      line("unsubscribed", waitlist.unsubscribed, waitlist.total),
    ]),
    `\n${heading("Sources")}`,
    report.sources.length === 0
      ? "none yet\n"
      : table(report.sources.slice(0, 10).map(({ source, count: n }) => line(source ?? "(direct)", n, waitlist.total))),
    `\n${heading("Beta applications")}`,
    total === 0
      ? "none yet\n"
      : table([
          ["all", count(total)],
          ...[...totals(applications, "status"), ...totals(applications, "role")].map(({ name, count: n }) =>
            line(name, n, total),
          ),
        ]),
    `\n${heading("Forms filled by machines, not stored")}`,
    report.trapped.length === 0
      ? "none yet\n"
      : table(totals(report.trapped, "form").map(({ name, count: n }) => [name, count(n)])),
  ].join("");
}
