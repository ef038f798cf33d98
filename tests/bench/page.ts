import process from "node:process";
import type { Flags, Result } from "lighthouse";
import { table } from "../../scripts/cli/table.ts";
import { buildPeer } from "./support/buildPeer.ts";
import { report } from "./support/goals.ts";
import { audit } from "./support/lighthouse.ts";
import { serveBuilt } from "./support/serveBuilt.ts";
import { median } from "./support/statistics.ts";

// First load of both pages under Lighthouse's mobile throttling, alternating with the one peer that can be built here.

/** Audits that a not-found page fails by its nature: it is not indexed, has status 404, and the browser logs that. */
const ofNotFound: Flags = { skipAudits: ["is-crawlable", "http-status-code", "errors-in-console"] };

/** Longest blocking time, in ms, where the peer has less: that of AstroWind on the machine where it was measured. */
const leastBlocking = 15;

/** A page, and Lighthouse's result in each round. */
interface Subject {
  name: string;
  url: string;
  flags?: Flags;
  results: Result[];
}

const rounds = Number(process.env["BENCH_RUNS"] ?? 5);
const ours = await serveBuilt("dist/client");
const theirs = await serveBuilt(await buildPeer());
const landing: Subject = { name: "/", url: `${ours.origin}/`, results: [] };
const notFound: Subject = { name: "404", url: `${ours.origin}/no-such-page/here`, flags: ofNotFound, results: [] };
const peer: Subject = { name: "Vike + React, hydrated at load", url: `${theirs.origin}/`, results: [] };
const subjects = [peer, landing, notFound];
for (let round = 0; round < rounds; round++)
  for (const { url, flags, results } of subjects) results.push(await audit(url, flags));
await Promise.all([ours.close(), theirs.close()]);

const valuesOf = ({ results }: Subject, audited: string): number[] =>
  results.map(({ audits }) => audits[audited]?.numericValue ?? Number.NaN);
const scores = ({ results }: Subject): string =>
  Object.keys(results[0]?.categories ?? {})
    .map((category) => Math.round(100 * median(results.map(({ categories }) => categories[category]?.score ?? 0))))
    .join("/");

function failing({ results }: Subject): string {
  const audits = results.flatMap(({ categories, audits: all }) =>
    Object.values(categories).flatMap(({ auditRefs }) =>
      auditRefs.filter(({ id, weight }) => weight > 0 && (all[id]?.score ?? 1) < 1).map(({ id }) => id),
    ),
  );
  return [...new Set(audits)].join(", ") || "none";
}

process.stdout.write(
  table([
    ["", "perf/a11y/best practices/seo", "received", "CLS", "below 1 in a run"],
    ...subjects.map((subject) => [
      subject.name,
      scores(subject),
      `${(median(valuesOf(subject, "total-byte-weight")) / 1000).toFixed(1)} KB`,
      median(valuesOf(subject, "cumulative-layout-shift")).toFixed(3),
      failing(subject),
    ]),
  ]),
);

const beside = (name: string, audited: string, least: number) => {
  const against = valuesOf(peer, audited);
  return { name, unit: "ms", values: valuesOf(landing, audited), against, limit: Math.max(median(against), least) };
};
process.stdout.write("\n");
report("beside the peer", [
  beside("FCP", "first-contentful-paint", 0),
  beside("LCP", "largest-contentful-paint", 0),
  beside("TBT", "total-blocking-time", leastBlocking),
]);
