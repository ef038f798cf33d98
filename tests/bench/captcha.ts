import { createChallenge, solveChallenge } from "altcha-lib";
import { deriveKey as pbkdf2 } from "altcha-lib/algorithms/pbkdf2";
import type { Challenge } from "altcha-lib/types";
import { table } from "../../scripts/cli/table.ts";
import { type Work, workOf } from "../../server/captcha/work.ts";
import type { CaptchaAlgorithm } from "../../server/contract/captcha.ts";
import { solveInBrowser } from "./support/captchaWorker.ts";

// What captchas cost an attacker who solves many of them, and a visitor who solves one on a phone (docs/decisions/0075).

/** Number of runs, of which the fastest counts, because other work on the machine can only make one slower. */
const runs = 60;
/** Iterations of PBKDF2 or passes of Argon2id in one run of about 10 ms, because a short run is seldom disturbed. */
const share = { "PBKDF2/SHA-256": 40_000, ARGON2ID: 8 };
/** How much slower a cheap phone is than this machine; DevTools can slow only the page's thread, and the work is in workers. */
const slower = 4;

/** The work until 0075, when a solver could begin at the known minimum of 500. */
const former: Work & { algorithm: CaptchaAlgorithm } = {
  algorithm: "PBKDF2/SHA-256",
  deriveKey: pbkdf2,
  cost: 1000,
  counters: 500,
};
const works: Record<string, Work & { algorithm: CaptchaAlgorithm }> = {
  before: former,
  now: { algorithm: "ARGON2ID", ...workOf.ARGON2ID },
  "now, no WebAssembly": { algorithm: "PBKDF2/SHA-256", ...workOf["PBKDF2/SHA-256"] },
};

/** Number of keys derived in one run; a solver tries them one after the other. */
const keysOf = ({ algorithm, cost }: Work & { algorithm: CaptchaAlgorithm }) => share[algorithm] / cost;

const mean = ({ counters }: Work) => (counters + 1) / 2;

/** `createChallenge` reads the members that it knows, and ignores `counters`. */
const challengesOf = (work: Work & { algorithm: CaptchaAlgorithm }): Promise<Challenge[]> =>
  Promise.all(Array.from({ length: runs }, () => createChallenge({ ...work, counter: keysOf(work) - 1 })));

/** Time of one key in ms: in Node on one thread of this machine, and in one worker of a phone. */
async function measure(work: Work & { algorithm: CaptchaAlgorithm }) {
  const keys = keysOf(work);
  const challenges = await challengesOf(work);
  const node: number[] = [];
  for (const challenge of challenges)
    node.push((await solveChallenge({ challenge, deriveKey: work.deriveKey }))?.time ?? Infinity);
  const browser = await solveInBrowser(challenges);
  return { attacker: Math.min(...node) / keys, phone: (Math.min(...browser) / keys) * slower };
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
const rows: string[][] = [];
let first: number | undefined;
for (const [name, work] of Object.entries(works)) {
  const { attacker, phone } = await measure(work);
  const rate = 1000 / (attacker * mean(work));
  first ??= rate;
  rows.push([
    name,
    `${rate.toFixed(1)} /s`,
    (rate / first).toFixed(2),
    seconds(phone * mean(work)),
    seconds(phone * work.counters * 0.95),
    seconds(phone * work.counters),
  ]);
}
process.stdout.write(
  table([
    ["one solution", "one thread of Node", "ratio", `worker ${slower} times slower: mean`, "95 of 100", "at most"],
    ...rows,
  ]),
);
