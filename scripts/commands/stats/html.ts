import { palette } from "../../../server/contract/palette.ts";
import { brand } from "../../../server/contract/brand.ts";
import { count } from "../../cli/amounts.ts";
import type { Section } from "./growth.ts";
import { type Bucket, describePeriod, percent, type Period, sectionsOf, type StatsReport } from "./report.ts";

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escape = (text: string): string => text.replaceAll(/[&<>"]/gu, (character) => entities[character] ?? character);

/** Figures with bars for their shares. */
function sectionTable({ title, rows, below }: Section): string {
  const lines = rows.map(({ name, value, share }) => {
    const bar = share === undefined || Number.isNaN(share) ? "" : `<i style="width:${(share * 100).toFixed(1)}%"></i>`;
    const figure = share === undefined ? "" : percent(share, "–");
    return `<tr><th scope="row">${escape(name)}</th><td class="b">${bar}</td><td class="n">${value}</td><td class="n">${figure}</td></tr>`;
  });
  const table = rows.length === 0 ? "<p>None yet.</p>" : `<table>${lines.join("\n")}</table>`;
  return `<section><h2>${title}</h2>${table}${below === undefined ? "" : `<p>${below}</p>`}</section>`;
}

/** Columns over time. Only they are drawn; the labels are HTML text, which keeps its size when the chart shrinks. */
function columnChart(signups: StatsReport["signups"]): string {
  const highest = Math.max(...signups.map((signup) => signup.count), 1);
  const columns = signups.map(
    ({ start, count: n }, index) =>
      `<rect x="${index + 0.1}" width=".8" y="${highest - n}" height="${n}"><title>${start}: ${count(n)}</title></rect>`,
  );
  return `<p>At most ${count(highest)}</p>
<svg viewBox="0 0 ${signups.length} ${highest}" preserveAspectRatio="none" role="img" aria-label="Sign-ups over time">
${columns.join("\n")}
</svg>
<p class="x"><span>${signups.at(0)?.start}</span><span>${signups.at(-1)?.start}</span></p>`;
}

const colors = (["ink", "paper", "muted", "surface", "rule", "keel", "sea"] as const)
  .map((name) => `--color-${name}:light-dark(${palette.light[name]},${palette.dark[name]});`)
  .join("");

/** The style sheet, in the colours of the site; print is black on white. */
const css = `:root{color-scheme:light dark;${colors}}
body{font:1.0625rem/1.53 system-ui,sans-serif;color:var(--color-ink);background:var(--color-paper);max-width:60rem;margin:2rem auto;padding:0 1.25rem}
h1,h2{font-family:Palatino,serif;font-weight:600;line-height:1.2}h1{font-size:1.875rem;margin:0}h2{font-size:1.25rem;margin:0 0 .75rem}p{color:var(--color-muted);margin:.25rem 0}
section{margin-top:1.5rem;padding:1.25rem;background:var(--color-surface);border:1px solid var(--color-rule);border-radius:1rem}
svg{width:100%;height:14rem;border-bottom:2px solid var(--color-keel)}rect{fill:var(--color-sea)}.x{display:flex;justify-content:space-between}
table{border-collapse:collapse;width:100%;table-layout:fixed}th{width:38%}td,th{padding:.4rem .5rem .4rem 0;text-align:left;border-bottom:1px solid var(--color-rule);font-weight:400;vertical-align:top;overflow-wrap:anywhere}tr:last-child>*{border:0}
.n{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}.b i{display:block;height:.75rem;margin-top:.45rem;background:var(--color-sea);border-radius:2px;print-color-adjust:exact;-webkit-print-color-adjust:exact}
@media print{:root{--color-paper:#fff;--color-ink:#000;--color-muted:#333}body{margin:0}section{break-inside:avoid}}`;

/** One self-contained page: styles and charts are part of it, nothing is loaded, no script runs. */
export function htmlPage(report: StatsReport, bucket: Bucket, period: Period): string {
  const { signups } = report;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex">
<title>${escape(brand)}: launch figures</title><style>${css}</style></head><body>
<h1>${escape(brand)}: launch figures</h1><p>${describePeriod(period)}</p>
<section><h2>Sign-ups per ${bucket}</h2>${signups.length === 0 ? "<p>None yet.</p>" : columnChart(signups)}</section>
${sectionsOf(report, Infinity).map(sectionTable).join("\n")}
</body></html>
`;
}
