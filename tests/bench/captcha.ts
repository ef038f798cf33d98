import { createChallenge, solveChallenge } from "altcha-lib";
import { table } from "../../scripts/cli/table.ts";
import { counters, keyWork } from "../../server/captcha/altcha.ts";
import { solveInBrowser } from "./support/captchaWorker.ts";

// What a captcha costs the server, an attacker who solves many of them, and a visitor who solves one on a phone (docs/decisions/0075).

/** Number of runs, of which the fastest counts, because other work on the machine can only make one slower. */
const runs = 200;
/** How much slower a cheap phone is than this machine; DevTools can slow only the page's thread, and the work is in a worker. */
const slower = 4;

const hmacSignatureSecret = "signed by nobody in particular";
const server: number[] = [];
const attacker: number[] = [];
const challenges = [];
for (let n = 0; n < runs; n++) {
  const started = performance.now();
  // Solved by its first key.
  const challenge = await createChallenge({ ...keyWork, counter: 0, hmacSignatureSecret });
  server.push(performance.now() - started);
  attacker.push((await solveChallenge({ challenge, deriveKey: keyWork.deriveKey }))?.time ?? Infinity);
  challenges.push(challenge);
}
const phone = Math.min(...(await solveInBrowser(challenges))) * slower;
const meanKeys = (counters + 1) / 2;
const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
process.stdout.write(
  table([
    ["a challenge, server", "one thread of Node", `worker ${slower} times slower: mean`, "95 of 100", "at most"],
    [
      `${Math.min(...server).toFixed(1)} ms`,
      `${(1000 / (Math.min(...attacker) * meanKeys)).toFixed(1)} solutions/s`,
      seconds(phone * meanKeys),
      seconds(phone * counters * 0.95),
      seconds(phone * counters),
    ],
  ]),
);
