import process from "node:process";
import { report } from "./support/goals.ts";
import { type JoinSteps, joinSteps } from "./support/joinSteps.ts";
import { type SignedInStart, signedInStart } from "./support/signedInStart.ts";
import { startSite } from "./support/startSite.ts";

// From asking for the page to having joined, and to the card of who is signed in, on a processor four times slower and
// Lighthouse's slow 4G. BENCH_AGAINST names another export, such as one of an earlier commit, which is measured in turns.

const runs = Number(process.env["BENCH_RUNS"] ?? 7);
const folders = ["dist/client", process.env["BENCH_AGAINST"]].filter((folder) => folder !== undefined);
/** Goals of issue 13, in ms and bytes. */
const limits = { accepted: 2600, live: 800, card: 1500, bytes: 80_000 };

const subjects = await Promise.all(
  folders.map(async (folder) => {
    const site = await startSite(folder);
    const joins: JoinSteps[] = [];
    const starts: SignedInStart[] = [];
    return { site, session: await site.signIn(), joins, starts };
  }),
);
for (let run = 0; run < runs; run++) {
  for (const { site, session, joins, starts } of subjects) {
    joins.push(await joinSteps(site.origin));
    starts.push(await signedInStart(site.origin, session));
  }
}
await Promise.all(subjects.map(({ site }) => site.stop()));

const [joins, joinsAgainst] = subjects.map((subject) => subject.joins);
const [starts, startsAgainst] = subjects.map((subject) => subject.starts);
const of = <T>(list: readonly T[] | undefined, read: (one: T) => number) => ({ values: (list ?? []).map(read) });
const both = <T>(list: readonly T[] | undefined, against: readonly T[] | undefined, read: (one: T) => number) => ({
  ...of(list, read),
  against: against && of(against, read).values,
});
const join = (read: (steps: JoinSteps) => number) => ({ unit: "ms", ...both(joins, joinsAgainst, read) });
const start = (read: (start: SignedInStart) => number) => both(starts, startsAgainst, read);

report(`a join, of ${runs}`, [
  { name: "painted", ...join(({ painted }) => painted) },
  { name: "tap to live", limit: limits.live, ...join(({ live, painted }) => live - painted) },
  { name: "ticked", ...join(({ ticked }) => ticked) },
  { name: "verified", ...join(({ verified }) => verified) },
  { name: "accepted", limit: limits.accepted, ...join(({ accepted }) => accepted) },
]);
process.stdout.write("\n");
report(`a signed-in start, of ${runs}`, [
  { name: "painted", unit: "ms", ...start(({ painted }) => painted) },
  { name: "card", unit: "ms", limit: limits.card, ...start(({ card }) => card) },
  { name: "received", unit: "bytes", limit: limits.bytes, ...start(({ bytes }) => bytes) },
]);
