import process from "node:process";
import type { Flags, Result } from "lighthouse";
import { table } from "../../scripts/cli/table.ts";
import { brand } from "../../server/contract/brand.ts";
import { audit } from "./support/lighthouse.ts";
import { buildPeer } from "./support/buildPeer.ts";
import { type FirstLoad, peers } from "./support/peers.ts";
import { report } from "./support/goals.ts";
import { serveBuilt } from "./support/serveBuilt.ts";
import { median } from "./support/statistics.ts";

// First load of both pages under Lighthouse's mobile throttling, alternating with the one peer that can be built here, and
// beside figures of other peers that were recorded on another machine.

/** Audits that a not-found page fails by its nature: it is not indexed, has status 404, and the browser logs that. */
const ofNotFound: Flags = { skipAudits: ["is-crawlable", "http-status-code", "errors-in-console"] };

/**
 * Simulated throttling queues the first layout behind work that its first paint does not wait for, and then counts it as
 * blocking after that paint. Time that blocks is therefore measured with the throttling applied.
 */
const applied: Flags = { throttlingMethod: "devtools", onlyCategories: ["performance"] };

/** Blocking time of the recorded peer with the least, AstroWind, in ms. */
const leastBlocking = 15;

/** A page, and Lighthouse's result in each round. */
interface Subject {
  name: string;
  url: string;
  flags?: Flags;
  simulated: Result[];
  applied: Result[];
}

const rounds = Number(process.env["BENCH_RUNS"] ?? 5);
const ours = await serveBuilt("dist/client");
const theirs = await serveBuilt(await buildPeer());
const landing: Subject = { name: "/", url: `${ours.origin}/`, simulated: [], applied: [] };
const notFound: Subject = {
  name: "404",
  url: `${ours.origin}/no-such-page/here`,
  flags: ofNotFound,
  simulated: [],
  applied: [],
};
const hydrated: Subject = { name: "Vike + React", url: `${theirs.origin}/`, simulated: [], applied: [] };
const subjects = [hydrated, landing, notFound];
for (let round = 0; round < rounds; round++) {
  for (const { url, flags, simulated } of subjects) simulated.push(await audit(url, flags));
  for (const subject of subjects) subject.applied.push(await audit(subject.url, applied));
}
const valuesOf = (results: readonly Result[], audited: string): number[] =>
  results.map(({ audits }) => audits[audited]?.numericValue ?? Number.NaN);
const middle = (results: readonly Result[], audited: string): number => median(valuesOf(results, audited));
const scores = (results: readonly Result[]): string =>
  Object.keys(results[0]?.categories ?? {})
    .map((category) => Math.round(100 * median(results.map(({ categories }) => categories[category]?.score ?? 0))))
    .join("/");

function failing(results: readonly Result[]): string {
  const audits = results.flatMap(({ categories, audits: all }) =>
    Object.values(categories).flatMap(({ auditRefs }) =>
      auditRefs.filter(({ id, weight }) => weight > 0 && (all[id]?.score ?? 1) < 1).map(({ id }) => id),
    ),
  );
  return [...new Set(audits)].join(", ") || "none";
}

/** Size of a file as it is sent, without headers. */
async function weigh(url: string): Promise<number> {
  const answer = await fetch(url, { headers: { "accept-encoding": "br" } });
  await answer.body?.cancel();
  return Number(answer.headers.get("content-length"));
}

/** A row that counts like the recorded ones: bytes without headers and icons. */
async function firstLoad(page: string, results: readonly Result[]): Promise<FirstLoad> {
  const [result] = results;
  const details = result?.audits["network-requests"]?.details;
  const requests = details?.type === "table" ? details.items.map(({ url }) => String(url)) : [];
  const sizes = await Promise.all(requests.filter((url) => !url.endsWith(".svg") && !url.endsWith(".ico")).map(weigh));
  return {
    page,
    kilobytes: sizes.reduce((sum, size) => sum + size, 0) / 1000,
    requests: requests.length,
    fcp: middle(results, "first-contentful-paint") / 1000,
    lcp: middle(results, "largest-contentful-paint") / 1000,
    score: Math.round(100 * median(results.map(({ categories }) => categories["performance"]?.score ?? 0))),
  };
}

const milliseconds = (results: readonly Result[], audited: string): string =>
  `${Math.round(middle(results, audited))} ms`;
process.stdout.write(
  table([
    ["", "perf/a11y/best practices/seo", "FCP", "LCP", "CLS", "TBT", "TBT simulated", "below 1 in a run"],
    ...subjects.map(({ name, simulated, applied: throttled }) => [
      name,
      scores(simulated),
      milliseconds(simulated, "first-contentful-paint"),
      milliseconds(simulated, "largest-contentful-paint"),
      middle(simulated, "cumulative-layout-shift").toFixed(3),
      milliseconds(throttled, "total-blocking-time"),
      milliseconds(simulated, "total-blocking-time"),
      failing(simulated),
    ]),
  ]),
);

const row = ({ page, kilobytes, requests, fcp, lcp, score }: FirstLoad): string[] => [
  page,
  `${kilobytes.toFixed(2)} KB`,
  String(requests),
  `${fcp.toFixed(2)} s`,
  `${lcp.toFixed(2)} s`,
  String(score),
];
const here = [
  await firstLoad("here: Vike + React, hydrated at load", hydrated.simulated),
  await firstLoad(`here: ${brand}`, landing.simulated),
];
await Promise.all([ours.close(), theirs.close()]);
process.stdout.write(
  `\n${table([["", "first load", "requests", "FCP", "LCP", "score"], ...peers.map(row), ...here.map(row)])}`,
);

const level = (name: string, audited: string, limit: number) => {
  const against = valuesOf(hydrated.simulated, audited);
  return {
    name,
    unit: "ms",
    values: valuesOf(landing.simulated, audited),
    against,
    limit: Math.max(median(against), limit),
  };
};
process.stdout.write("\n");
report("simulated, beside the peer", [
  level("FCP", "first-contentful-paint", 0),
  level("LCP", "largest-contentful-paint", 0),
  level("TBT", "total-blocking-time", leastBlocking),
]);
