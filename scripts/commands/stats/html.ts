import { brand } from "../../../server/contract/brand.ts";
import { count } from "../../cli/progressBar.ts";
import { type Bucket, type StatsReport, totals } from "./report.ts";
import { describePeriod, type Period } from "./period.ts";
import { share } from "./terminal.ts";

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escape = (text: string): string => text.replaceAll(/[&<>"]/gu, (character) => entities[character] ?? character);

const css = `:root{color-scheme:light dark;--ink:#14213d;--soft:#5c677d;--line:#d9dee7;--bar:#2a6f97;--paper:#fff}
@media (prefers-color-scheme:dark){:root{--ink:#e8edf5;--soft:#9fb0c8;--line:#2c3a52;--bar:#61a5c2;--paper:#0f1726}}
body{font:16px/1.5 system-ui,sans-serif;color:var(--ink);background:var(--paper);max-width:60rem;margin:2rem auto;padding:0 1rem}
h1{font-size:1.5rem;margin:0}h2{font-size:1.1rem;margin:2.5rem 0 .5rem}p{color:var(--soft);margin:.25rem 0}
dl{display:flex;flex-wrap:wrap;gap:1rem 3rem;margin:1.5rem 0}dt{color:var(--soft)}dd{margin:0;font-size:1.6rem;font-weight:600}
svg{width:100%;height:auto;display:block}svg text{fill:var(--soft);font:11px system-ui,sans-serif}rect{fill:var(--bar)}line{stroke:var(--line)}
table{border-collapse:collapse;width:100%}td,th{padding:.3rem .5rem;text-align:left;border-bottom:1px solid var(--line);font-weight:400}
.n{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}.b{width:55%}.b i{display:block;height:.8rem;background:var(--bar);border-radius:2px;print-color-adjust:exact;-webkit-print-color-adjust:exact}
@media print{:root{--ink:#000;--soft:#444;--line:#bbb;--bar:#2a6f97;--paper:#fff}body{margin:0}section{break-inside:avoid}}`;

/** A step that makes at most five grid lines with round numbers. */
export function gridStep(highest: number): number {
  const rough = Math.max(highest, 1) / 5;
  const power = 10 ** Math.floor(Math.log10(rough));
  return Math.max(1, [1, 2, 5, 10].map((factor) => factor * power).find((step) => step >= rough) ?? rough);
}

/** Space between a label of the axis and the chart. */
const labelGap = 8;

/** Room that a label of 11 px takes at most; digits are as wide as each other, and narrower than this. */
const textWidth = (label: string): number => label.length * 7;

/** Where a centred label stands so that all of it is seen. */
const within = (middle: number, label: number, width: number): number =>
  Math.min(Math.max(middle, label / 2), width - label / 2);

function columnChart(signups: StatsReport["signups"], bucket: Bucket): string {
  const [width, height, bottom] = [960, 280, 24];
  const step = gridStep(Math.max(...signups.map((signup) => signup.count)));
  const top = step * Math.max(1, Math.ceil(Math.max(...signups.map((signup) => signup.count)) / step));
  const left = labelGap + textWidth(count(top));
  const y = (n: number) => 8 + (height - bottom - 8) * (1 - n / top);
  const slot = (width - left) / signups.length;
  const lines = Array.from({ length: Math.round(top / step) + 1 }, (_, index) => index * step);
  const labelEvery = Math.ceil(signups.length / 8);
  return `<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="Sign-ups per ${bucket}">
${lines.map((n) => `<line x1="${left}" x2="${width}" y1="${y(n)}" y2="${y(n)}"/><text x="${left - labelGap}" y="${y(n) + 4}" text-anchor="end">${count(n)}</text>`).join("\n")}
${signups.map(({ start, count: n }, index) => `<rect x="${(left + index * slot + slot * 0.1).toFixed(2)}" width="${(slot * 0.8).toFixed(2)}" y="${y(n).toFixed(2)}" height="${(y(0) - y(n)).toFixed(2)}"><title>${start}: ${count(n)}</title></rect>`).join("\n")}
${signups.map(({ start }, index) => (index % labelEvery === 0 ? `<text x="${within(left + (index + 0.5) * slot, textWidth(start), width).toFixed(2)}" y="${height - 6}" text-anchor="middle">${start}</text>` : "")).join("")}
</svg>`;
}

function barTable(caption: string, rows: readonly { name: string; count: number }[], whole: number): string {
  const highest = Math.max(...rows.map((row) => row.count), 1);
  const lines = rows.map(
    ({ name, count: n }) =>
      `<tr><th scope="row">${escape(name)}</th><td class="b"><i style="width:${((n / highest) * 100).toFixed(1)}%"></i></td><td class="n">${count(n)}</td><td class="n">${share(n, whole, "–")}</td></tr>`,
  );
  return `<section><h2>${caption}</h2>${rows.length === 0 ? "<p>None yet.</p>" : `<table>${lines.join("")}</table>`}</section>`;
}

/** One page that needs nothing else: styles and charts are in it, nothing is loaded, no script runs. */
export function htmlPage(report: StatsReport, bucket: Bucket, period: Period): string {
  const { waitlist, applications, signups } = report;
  const total = applications.reduce((sum, row) => sum + row.count, 0);
  const figures = [
    ["People on the waitlist", count(waitlist.total)],
    ["Notified", share(waitlist.notified, waitlist.total, "–")],
    ["Confirmed", share(waitlist.confirmed, waitlist.total, "–")],
    ["Unsubscribed", share(waitlist.unsubscribed, waitlist.total, "–")],
    ["Beta applications", count(total)],
    ["Forms filled by machines, not stored", count(report.trapped.reduce((sum, row) => sum + row.count, 0))],
  ];
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex">
<title>${brand}: launch figures</title><style>${css}</style></head><body>
<h1>${brand}: launch figures</h1><p>${describePeriod(period)}</p>
<dl>${figures.map(([name, value]) => `<div><dt>${name}</dt><dd>${value}</dd></div>`).join("")}</dl>
<section><h2>Sign-ups per ${bucket}</h2>${signups.length === 0 ? "<p>None yet.</p>" : columnChart(signups, bucket)}</section>
${barTable(
  "Sources",
  report.sources.map(({ source, count: n }) => ({ name: source ?? "(direct)", count: n })),
  waitlist.total,
)}
${barTable("Beta applications by status", totals(applications, "status"), total)}
${barTable("Beta applications by role", totals(applications, "role"), total)}
</body></html>
`;
}
