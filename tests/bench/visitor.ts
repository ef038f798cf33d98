import process from "node:process";
import { buildPeer } from "./support/buildPeer.ts";
import { firstPaint } from "./support/firstPaint.ts";
import { report } from "./support/goals.ts";
import { type JoinSteps, joinSteps } from "./support/joinSteps.ts";
import { acceptedByMeanWork } from "./support/meanWork.ts";
import { serveBuilt } from "./support/serveBuilt.ts";
import { type SignedInStart, signedInStart } from "./support/signedInStart.ts";
import { startSite } from "./support/startSite.ts";
import { median } from "./support/statistics.ts";

// From requesting the page until having joined, and until a signed-in visitor's card, on a processor four times slower and
// Lighthouse's slow 4G, alternating with the first paint of the peer that can be built here. BENCH_AGAINST names another
// export, such as one of an earlier commit with its headers.json beside it, which is measured in alternation as well. Takes a
// minute and a half.

const runs = Number(process.env["BENCH_RUNS"] ?? 5);
const folders = ["dist/client", process.env["BENCH_AGAINST"]].filter((folder) => folder !== undefined);
/** Goals, in ms and bytes. */
const limits = { accepted: 2600, live: 800, card: 1500, bytes: 80_000 };

const peer = await serveBuilt(await buildPeer());
const peerPaints: number[] = [];
const subjects: { site: Awaited<ReturnType<typeof startSite>>; joins: JoinSteps[]; starts: SignedInStart[] }[] = [];
try {
  for (const folder of folders) subjects.push({ site: await startSite(folder), joins: [], starts: [] });
  for (let run = 0; run < runs; run++) {
    peerPaints.push(await firstPaint(peer.origin));
    for (const { site, joins, starts } of subjects) {
      joins.push(await joinSteps(site.origin));
      starts.push(await signedInStart(site.origin, await site.session()));
    }
  }
} finally {
  await Promise.all([peer.close(), ...subjects.map(({ site }) => site.stop())]);
}

const [ours, other] = subjects;
const join = (read: (steps: JoinSteps) => number) => ({
  unit: "ms",
  values: (ours?.joins ?? []).map(read),
  against: other?.joins.map(read),
});
const start = (unit: string, read: (start: SignedInStart) => number) => ({
  unit,
  values: (ours?.starts ?? []).map(read),
  against: other?.starts.map(read),
});
const painted = join((steps) => steps.painted);

report(`a join, of ${runs}`, [
  { name: "painted: bare Vike + React", unit: "ms", values: peerPaints },
  { name: "painted", ...painted },
  { name: "tap to live", limit: limits.live, ...join((steps) => steps.live - steps.painted) },
  { name: "tap to hydrated", ...join((steps) => steps.hydrated - steps.painted) },
  { name: "ticked", ...join((steps) => steps.ticked) },
  { name: "verified", ...join((steps) => steps.verified) },
  { name: "accepted", ...join((steps) => steps.accepted) },
  {
    name: "accepted, by the mean work",
    unit: "ms",
    limit: limits.accepted,
    values: acceptedByMeanWork(ours?.joins ?? []),
    against: other && acceptedByMeanWork(other.joins),
  },
]);
process.stdout.write("\n");
report(`a signed-in start, of ${runs}`, [
  { name: "painted (goal: as signed out)", limit: median(painted.values), ...start("ms", (seen) => seen.painted) },
  { name: "card", limit: limits.card, ...start("ms", (seen) => seen.card) },
  { name: "standing", ...start("ms", (seen) => seen.standing) },
  { name: "received until the card", ...start("bytes", (seen) => seen.bytes) },
  { name: "received until the standing", limit: limits.bytes, ...start("bytes", (seen) => seen.bytesInAll) },
]);
