import { readFileSync } from "node:fs";

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
export const css = `:root{color-scheme:light dark;${colors(/@theme \{(.*?)\n\}/su)}}
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
