import { readFileSync } from "node:fs";
import { brand } from "../../../server/contract/brand.ts";
import { replyWithinHours } from "../../../server/contract/reply.ts";
import { count } from "../../cli/amounts.ts";
import { type Bucket, describePeriod, type Period, type StatsReport, totals } from "./report.ts";
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

/** The distance between grid lines: a round number that gives at most five steps. */
function gridStep(highest: number): number {
  const rough = Math.max(highest, 1) / 5;
  const power = 10 ** Math.floor(Math.log10(rough));
  return Math.max(1, [1, 2, 5, 10].map((factor) => factor * power).find((step) => step >= rough) ?? rough);
}

/** Steps between the dates below a chart of so many columns: an even number, so that a phone can leave out every other date. */
const stepsOf = (columns: number): number => (columns > 4 ? 4 : columns > 2 ? 2 : columns - 1);

/**
 * A chart of columns over time. Only the columns are drawn; the labels are HTML text, which keeps its size when the chart
 * shrinks.
 */
function columnChart(signups: StatsReport["signups"], bucket: Bucket): string {
  const highest = Math.max(...signups.map((signup) => signup.count));
  const step = gridStep(highest);
  const steps = Math.max(1, Math.ceil(highest / step));
  const top = step * steps;
  const lines = Array.from({ length: steps + 1 }, (_, index) => top - index * step);
  const gaps = stepsOf(signups.length);
  const dates = signups.filter(({ start }, index) => {
    const nth = Math.round((index * gaps) / (signups.length - 1 || 1));
    return start && Math.round((nth * (signups.length - 1)) / (gaps || 1)) === index;
  });
  return `<figure class="chart"><div class="y">${lines.map((n, index) => `<span style="top:${((index / steps) * 100).toFixed(2)}%">${count(n)}</span>`).join("")}</div>
<svg viewBox="0 0 ${signups.length} ${top}" preserveAspectRatio="none" role="img" aria-label="Sign-ups per ${bucket}">
${lines.map((n) => `<line x2="${signups.length}" y1="${top - n}" y2="${top - n}"${n === 0 ? ' class="base"' : ""}/>`).join("")}
${signups.map(({ start, count: n }, index) => `<rect x="${index + 0.1}" width=".8" y="${top - n}" height="${n}"><title>${start}: ${count(n)}</title></rect>`).join("\n")}
</svg>
<div class="x">${dates.map(({ start }) => `<span>${start}</span>`).join("")}</div></figure>`;
}

/** The page's colour tokens that the figures need; print is black on white. */
const used = new Set(["paper", "surface", "ink", "muted", "rule", "sea", "keel", "gold", "danger"]);

const tokens = readFileSync(new URL("../../../components/tokens.css", import.meta.url), "utf8");

function colors(block: RegExp): string {
  const declarations = block.exec(tokens)?.[1] ?? "";
  return [...declarations.matchAll(/--color-([\w-]+): (#[0-9a-f]+);/gu)]
    .filter(([, name = ""]) => used.has(name))
    .map(([, name, value]) => `--${name}:${value}`)
    .join(";");
}

const display = /--font-display: ([^;]+);/u.exec(tokens)?.[1] ?? "serif";

/** The style sheet of `stats --html`, in the colours and fonts of the site (components/tokens.css). */
const css = `:root{color-scheme:light dark;${colors(/@theme \{(.*?)\n\}/su)}}
@media screen and (prefers-color-scheme:dark){:root{${colors(/prefers-color-scheme: dark\) \{(.*?)\n {2}\}/su)}}}
body{font:1.0625rem/1.53 system-ui,sans-serif;color:var(--ink);background:var(--paper);max-width:60rem;margin:2rem auto;padding:0 1.25rem}
h1,h2,dd{font-family:${display};font-weight:600;line-height:1.2}h1{font-size:1.875rem;margin:0}h2{font-size:1.25rem;margin:0 0 .75rem}p{color:var(--muted);margin:.25rem 0}
section{margin-top:1.5rem;padding:1.25rem;background:var(--surface);border:1px solid var(--rule);border-radius:1rem}
dl{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(12rem,40%),1fr));gap:1rem 1.5rem;margin:1.5rem 0}dt{color:var(--muted);font-size:.9375rem;line-height:1.3}dl div{display:grid;align-content:space-between;border-top:2px solid var(--keel);padding-top:.5rem}dl div:first-child{grid-column:span 2}
dd{margin:0;font-size:1.875rem;font-variant-numeric:tabular-nums}.due dd{color:var(--danger)}
.chart{display:grid;grid-template:14rem auto/auto 1fr;gap:.25rem .5rem;margin:0;color:var(--muted);font-size:.8125rem;line-height:1.4;font-variant-numeric:tabular-nums}
.y{position:relative;text-align:right}.y span{display:block;translate:0 -50%}.y span+span{position:absolute;right:0}
.chart svg{width:100%;height:100%;overflow:visible}rect{fill:var(--sea)}line{stroke:var(--rule);vector-effect:non-scaling-stroke}.base{stroke:var(--keel);stroke-width:2}
.x{grid-column:2;display:flex;justify-content:space-between}
table{border-collapse:collapse;width:100%;table-layout:fixed}th{width:30%}td,th{padding:.4rem .5rem .4rem 0;text-align:left;border-bottom:1px solid var(--rule);font-weight:400;overflow-wrap:anywhere}tr:last-child>*{border:0}td:last-child{padding-right:0}
.n{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}.b{width:42%}.b i{display:block;height:.75rem;background:var(--sea);border-radius:2px;print-color-adjust:exact;-webkit-print-color-adjust:exact}
@media (width < 40rem){.x span:nth-child(even):nth-last-child(even){display:none}table{font-size:.9375rem}th{width:38%}.b{width:14%}.n+.n{width:28%}}
@media print{:root{--paper:#fff;--ink:#000;--muted:#333}body{margin:0}section{break-inside:avoid}}`;

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
