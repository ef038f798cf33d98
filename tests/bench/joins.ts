import { fork } from "node:child_process";
import { rm } from "node:fs/promises";
import { once } from "node:events";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import * as v from "valibot";
import { startCluster } from "../../server/embedded/postgres/cluster.ts";
import { openDataFolder } from "../../server/embedded/folder/open.ts";
import { prepareDatabase } from "../../server/embedded/lite/lite.ts";
import { median, repeat } from "./support/statistics.ts";

// This measures joins a second on the embedded stack's store, alone and beside visits of the page. It takes about
// a minute.

/**
 * Least joins a second at 10 and at 50 connections; a launch day has 10 joins a second. The time of the slowest
 * is shown, but has no goal.
 */
const leastPerSecond = 300;

/** Joins and visits a second of a busy launch, and how long 99 % of these joins may take beside the visits, in ms. */
const busy = { joins: 10, visits: 300, p99: 100 };

/** Number of measured rounds, which is odd for the sake of the median. */
const rounds = 5;

/** Number of joins in each round, by the number of connections. */
const joins = [
  [10, 2000],
  [50, 2000],
] as const;

const folder = await openDataFolder(join(tmpdir(), `keelbook-bench-joins-${process.pid}`));
const cluster = await startCluster({ folder: join(folder, "postgres"), password: "only-for-this-run" });
const databaseUrl = cluster.url("postgres");
await prepareDatabase({
  databaseUrl,
  keys: { jwtSecret: "jwt-secret-of-a-benchmark-of-joins-00", secretKey: "sb_secret_benchmark" },
});

const ready = v.object({ url: v.string() });

const child = fork(fileURLToPath(new URL("./support/joinServer.ts", import.meta.url)), [databaseUrl], {
  execArgv: ["--import", "tsx"],
});
const { url } = v.parse(ready, await new Promise((resolve) => child.once("message", resolve)));

let sent = 0;

/** One request by a new visitor from a new address; resolves with its time in ms. */
const ask = (agent: Agent, route: "waitlist" | "visits", given: object) =>
  new Promise<number>((resolve, reject) => {
    const n = ++sent;
    const body = JSON.stringify(given);
    const started = performance.now();
    const headers = {
      origin: "http://localhost",
      "content-type": "application/json",
      "content-length": body.length,
      "x-forwarded-for": `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`,
    };
    const asked = request(`${url}/${route}`, { method: "POST", agent, headers }, (answer) => {
      answer.resume().once("end", () => {
        if (answer.statusCode === (route === "waitlist" ? 201 : 204)) resolve(performance.now() - started);
        else reject(new Error(`A request of ${route} was answered with ${answer.statusCode}.`));
      });
    });
    asked.once("error", reject).end(body);
  });

const joinOnce = (agent: Agent) => ask(agent, "waitlist", { email: `person-${sent}@example.com`, captcha: "solved" });

interface Load {
  perSecond: number;
  /** Times of an answer, in ms. */
  p50: number;
  p99: number;
}

async function load(connections: number, count: number): Promise<Load> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const times: number[] = [];
  let left = count;
  const started = performance.now();
  const work = async () => {
    while (left-- > 0) times.push(await joinOnce(agent));
  };
  await Promise.all(Array.from({ length: connections }, work));
  agent.destroy();
  return loadOf(times, performance.now() - started);
}

function loadOf(times: number[], ms: number): Load {
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  return { perSecond: times.length / (ms / 1000), p50: at(0.5), p99: at(0.99) };
}

/** The joins of ten seconds beside visits by five campaigns, each sent at its time, whether or not the last was answered. */
async function besideVisits(): Promise<Load> {
  const agent = new Agent({ keepAlive: true });
  const started = performance.now();
  const asked: Promise<unknown>[] = [];
  const joined: Promise<number>[] = [];
  let refused = 0;
  // A server that is behind refuses what waits for too long.
  for (let ms = 0; ms < 10_000; ms = performance.now() - started) {
    for (; asked.length < (ms * busy.visits) / 1000;)
      asked.push(ask(agent, "visits", { source: `c${asked.length % 5}` }).catch(() => refused++));
    for (; joined.length < (ms * busy.joins) / 1000;) joined.push(joinOnce(agent).catch(() => Infinity));
    await sleep(5);
  }
  const times = await Promise.all(joined);
  await Promise.all(asked);
  if (refused > 0) say(`     ${refused} of ${asked.length} visits were refused.`);
  agent.destroy();
  return loadOf(times, performance.now() - started);
}

const say = (line: string) => process.stdout.write(`${line}\n`);
const show = ({ perSecond, p50, p99 }: Load) =>
  `${perSecond.toFixed(0).padStart(5)}/s, p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`;
/** The medians of all rounds. */
const middle = (loads: readonly Load[]): Load => ({
  perSecond: median(loads.map(({ perSecond }) => perSecond)),
  p50: median(loads.map(({ p50 }) => p50)),
  p99: median(loads.map(({ p99 }) => p99)),
});

for (const [connections, count] of joins) {
  await load(connections, count / 4);
  const loads = await repeat(rounds, () => load(connections, count));
  const shown = middle(loads);
  const isMissed = shown.perSecond < leastPerSecond;
  say(`${isMissed ? "FAIL" : "ok  "} ${connections} connections: ${show(shown)}`);
  if (isMissed) process.exitCode = 1;
}

const beside = middle(await repeat(rounds, besideVisits));
const isLate = beside.p99 > busy.p99;
say(`${isLate ? "FAIL" : "ok  "} beside ${busy.visits} visits a second: ${show(beside)}`);
if (isLate) process.exitCode = 1;

child.send("stop");
await once(child, "exit");
await cluster.stop();
await rm(folder, { recursive: true, force: true });
