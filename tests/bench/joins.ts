import { fork } from "node:child_process";
import { rm } from "node:fs/promises";
import { once } from "node:events";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import * as v from "valibot";
import { startCluster } from "../../server/embedded/postgres/cluster.ts";
import { openDataFolder } from "../../server/embedded/folder/open.ts";
import { prepareDatabase } from "../../server/embedded/lite/lite.ts";
import { median, repeat } from "./support/statistics.ts";

// This measures joins a second on the embedded stack's store. It takes about half a minute.

/**
 * Least joins a second at 10 and at 50 connections; a launch day has 10 joins a second. The time of the slowest
 * is shown, but has no goal.
 */
const leastPerSecond = 300;

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

/** One join by a new visitor from a new address; resolves with its time in ms. */
const joinOnce = (agent: Agent) =>
  new Promise<number>((resolve, reject) => {
    const n = ++sent;
    const body = JSON.stringify({ email: `person-${n}@example.com`, captcha: "solved" });
    const started = performance.now();
    const headers = {
      "content-type": "application/json",
      "content-length": body.length,
      "x-forwarded-for": `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`,
    };
    const asked = request(url, { method: "POST", agent, headers }, (answer) => {
      answer.resume().once("end", () => {
        if (answer.statusCode === 201) resolve(performance.now() - started);
        else reject(new Error(`A join was answered with ${answer.statusCode}.`));
      });
    });
    asked.once("error", reject).end(body);
  });

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
  const seconds = (performance.now() - started) / 1000;
  agent.destroy();
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  return { perSecond: count / seconds, p50: at(0.5), p99: at(0.99) };
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

child.send("stop");
await once(child, "exit");
await cluster.stop();
await rm(folder, { recursive: true, force: true });
