import process from "node:process";
import type { Flags, Result } from "lighthouse";
import { table } from "../../scripts/cli/terminal/table.ts";
import { serve } from "../../server/http/serve.ts";
import { serveExport } from "../../server/http/static.ts";
import { audit } from "./support/lighthouse.ts";
import { median } from "./support/statistics.ts";

// This measures the first load of both pages under Lighthouse's mobile throttling. A test of the export limits
// the size of the page.

/** Audits that a not-found page fails by its nature: it is not indexed, has status 404, and the browser logs that. */
const ofNotFound: Flags = { skipAudits: ["is-crawlable", "http-status-code", "errors-in-console"] };

/**
 * Limits that a field test calls good (https://web.dev/articles/vitals), and a blocking time that Lighthouse
 * calls fast: in ms, and CLS without a unit. The blocking time of a fast page depends on the machine more than
 * on the page.
 */
const goals = {
  "first-contentful-paint": 1800,
  "largest-contentful-paint": 2500,
  "total-blocking-time": 200,
  "cumulative-layout-shift": 0.1,
};

const rounds = Number(process.env["BENCH_RUNS"] ?? 5);
// The page is served as by `npm start`, with brotli and the headers of the export.
const app = await serveExport("dist/client");
const site = await serve((request) => app.fetch(request), { port: 0, host: "127.0.0.1" });
const subjects: { name: string; path: string; flags?: Flags }[] = [
  { name: "/", path: "/" },
  { name: "404", path: "/no-such-page/here", flags: ofNotFound },
];

const scores = (results: readonly Result[]): string =>
  Object.keys(results[0]?.categories ?? {})
    .map((category) => Math.round(100 * median(results.map(({ categories }) => categories[category]?.score ?? 0))))
    .join("/");

const rows: string[][] = [];
for (const { name, path, flags } of subjects) {
  const results: Result[] = [];
  while (results.length < rounds) results.push(await audit(`http://127.0.0.1:${site.port}${path}`, flags));
  const middle = (audited: string) => median(results.map(({ audits }) => audits[audited]?.numericValue ?? Number.NaN));
  rows.push(["", name, "perf/a11y/best practices/seo", scores(results), ""]);
  rows.push(["", name, "received, KB", (middle("total-byte-weight") / 1000).toFixed(1), ""]);
  for (const [audited, most] of Object.entries(goals)) {
    const value = middle(audited);
    if (value > most) process.exitCode = 1;
    rows.push([value > most ? "FAIL" : "", name, audited, value.toFixed(most < 1 ? 3 : 0), String(most)]);
  }
}
await site.close();
process.stdout.write(table([["", "page", "", "median", "goal"], ...rows]));
