import { type ChildProcess, fork } from "node:child_process";
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
import { noise } from "./support/goals.ts";
import { median } from "./support/statistics.ts";

// Joins a second on the embedded stack's store, beside Fastify and pg on the same PostgreSQL. Takes about a minute.

/** Joins a second, or else their share of the peer's; and longest 99th percentile at 50 connections, in ms. */
const goals = { perSecond: 300, ratio: 0.5, p99: 100 };

/** Measured rounds of each server, in alternation; an odd number. */
const rounds = 7;

/** Number of joins in each round, by the number of connections. */
const joins = [
  [1, 400],
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

async function start(file: string): Promise<{ url: string; child: ChildProcess }> {
  const path = fileURLToPath(new URL(`./joinPeer/${file}.ts`, import.meta.url));
  const child = fork(path, [databaseUrl], { execArgv: ["--import", "tsx"] });
  const { url } = v.parse(ready, await new Promise((resolve) => child.once("message", resolve)));
  return { url, child };
}

const servers = { product: await start("product"), peer: await start("peer") };

let sent = 0;

/** One join by a new visitor from a new address; resolves with its time in ms. */
const joinOnce = (url: string, agent: Agent) =>
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

async function load(url: string, connections: number, count: number): Promise<Load> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const times: number[] = [];
  let left = count;
  const started = performance.now();
  const work = async () => {
    while (left-- > 0) times.push(await joinOnce(url, agent));
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
  const product: Load[] = [];
  const peer: Load[] = [];
  for (let round = 0; round <= rounds; round++)
    for (const [loads, { url }] of [
      [product, servers.product],
      [peer, servers.peer],
    ] as const) {
      const measured = await load(url, connections, round === 0 ? count / 4 : count);
      // The first round is for warming up.
      if (round > 0) loads.push(measured);
    }
  const [ours, theirs] = [middle(product), middle(peer)];
  // Of rounds that follow each other, because the machine's speed changes meanwhile.
  const ratios = product.map(({ perSecond }, round) => perSecond / (peer[round]?.perSecond ?? Number.NaN));
  const ratio = median(ratios);
  // On a machine that is busy with other work the peer is as slow.
  const late = connections === 50 && ours.p99 > goals.p99 && ours.p99 > theirs.p99;
  const few = ours.perSecond < goals.perSecond && ratio + noise(ratios) < goals.ratio;
  const missed = connections > 1 && (few || late);
  say(
    `${missed ? "FAIL" : "ok  "} ${connections} connections: ${show(ours)}; peer ${show(theirs)}; ratio ${ratio.toFixed(2)} ± ${noise(ratios).toFixed(2)}`,
  );
  if (missed) process.exitCode = 1;
}

for (const { child } of Object.values(servers)) {
  child.send("stop");
  await once(child, "exit");
}
await cluster.stop();
await rm(folder, { recursive: true, force: true });
