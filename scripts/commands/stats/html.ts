import { brand } from "../../../server/contract/brand.ts";
import { replyWithinHours } from "../../../server/contract/reply.ts";
import { count } from "../../cli/amounts.ts";
import { columnChart } from "./columnChart.ts";
import { css } from "./look.ts";
import { type Bucket, type StatsReport, totals } from "./report.ts";
import { describePeriod, type Period } from "./period.ts";
import { answers, answersHeading, share } from "./terminal.ts";

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escape = (text: string): string => text.replaceAll(/[&<>"]/gu, (character) => entities[character] ?? character);

/** `rows`, the largest first, with bars, and what is said below them. */
function barTable(
  caption: string,
  rows: readonly { name: string; count: number }[],
  whole: number,
  below = "",
): string {
  const highest = rows[0]?.count ?? 1;
  const lines = rows.map(
    ({ name, count: n }) =>
      `<tr><th scope="row">${escape(name)}</th><td class="b"><i style="width:${((n / highest) * 100).toFixed(1)}%"></i></td><td class="n">${count(n)}</td><td class="n">${share(n, whole, "–")}</td></tr>`,
  );
  return `<section><h2>${caption}</h2>${rows.length === 0 ? "<p>None yet.</p>" : `<table>${lines.join("")}</table>${below}`}</section>`;
}

/** One self-contained page: styles and charts are part of it, nothing is loaded, no script runs. */
export function htmlPage(report: StatsReport, bucket: Bucket, period: Period): string {
  const { waitlist, applications, signups, rarer_sources: rarer } = report;
  const total = applications.reduce((sum, row) => sum + row.count, 0);
  const { overdue } = report.reviews;
  const figures = [
    ["People on the waitlist", count(waitlist.total)],
    ["Notified", share(waitlist.notified, waitlist.total, "–")],
    ["Confirmed", share(waitlist.confirmed, waitlist.total, "–")],
    ["Unsubscribed", share(waitlist.unsubscribed, waitlist.total, "–")],
    ["Beta applications", count(total)],
    ["Forms filled by machines, not stored", count(report.trapped.reduce((sum, row) => sum + row.count, 0))],
  ];
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex">
<title>${escape(brand)}: launch figures</title><style>${css}</style></head><body>
<h1>${escape(brand)}: launch figures</h1><p>${describePeriod(period)}</p>
<dl><div${overdue > 0 ? ' class="due"' : ""}><dt>Pending longer than ${replyWithinHours} hours</dt><dd>${count(overdue)}</dd></div>${figures.map(([name, value]) => `<div><dt>${name}</dt><dd>${value}</dd></div>`).join("")}</dl>
<section><h2>Sign-ups per ${bucket}</h2>${signups.length === 0 ? "<p>None yet.</p>" : columnChart(signups, bucket)}</section>
${barTable(
  "Sources",
  report.sources.map(({ source, count: n }) => ({ name: source ?? "(direct)", count: n })),
  waitlist.total,
  rarer.sources > 0 ? `<p>${count(rarer.sources)} rarer: ${count(rarer.count)}</p>` : "",
)}
${barTable("Beta applications by status", totals(applications, "status"), total)}
${barTable("Beta applications by role", totals(applications, "role"), total)}
<section><h2>${answersHeading}</h2><table>${answers(report.reviews, "–")
    .map(([name, figure]) => `<tr><th scope="row">${name}</th><td class="n">${figure}</td></tr>`)
    .join("")}</table></section>
</body></html>
`;
}
