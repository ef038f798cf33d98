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
import { withClient } from "../../server/embedded/database/withClient.ts";
import { openDataFolder } from "../../server/embedded/folder/open.ts";
import { prepareDatabase } from "../../server/embedded/lite/lite.ts";
import { median, repeat } from "./support/statistics.ts";

// This measures joins a second on the embedded stack's store, alone, beside visits of the page, and beside people who
// look at their place on a list of 100,000. It takes about two minutes.

/**
 * Least joins a second at 10 and at 50 connections; a launch day has 10 joins a second. The time of the slowest
 * is shown, but has no goal.
 */
const leastPerSecond = 300;

/** Joins and visits a second of a busy launch, and how long 99 % of these joins may take beside the visits, in ms. */
const busy = { joins: 10, visits: 300, p99: 100 };

/**
 * People on the list when places are looked at, how many look each second (10,000 in ten minutes, after a mail to the
 * list), and how long 99 % of the answers may take, in ms.
 */
const places = { people: 100_000, perSecond: 17, p99: 50 };

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

const answers = { waitlist: 201, visits: 204, place: 200 };

/** One request by a new visitor from a new address; resolves with its time in ms. */
const ask = (agent: Agent, route: "waitlist" | "visits" | "place", given: object) =>
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
        if (answer.statusCode === answers[route]) resolve(performance.now() - started);
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

/**
 * The joins of ten seconds, and what is asked beside them, each request sent at its time, whether or not the last was
 * answered.
 */
async function beside(perSecond: number, other: (agent: Agent, n: number) => Promise<number>) {
  const agent = new Agent({ keepAlive: true });
  const started = performance.now();
  const asked: Promise<number>[] = [];
  const joined: Promise<number>[] = [];
  // A server that is behind refuses what waits for too long.
  for (let ms = 0; ms < 10_000; ms = performance.now() - started) {
    for (; asked.length < (ms * perSecond) / 1000;) asked.push(other(agent, asked.length).catch(() => Infinity));
    for (; joined.length < (ms * busy.joins) / 1000;) joined.push(joinOnce(agent).catch(() => Infinity));
    await sleep(5);
  }
  const times = await Promise.all(joined);
  const others = await Promise.all(asked);
  const refused = others.filter((ms) => ms === Infinity).length;
  if (refused > 0) say(`     ${refused} of ${asked.length} beside them were refused.`);
  agent.destroy();
  const ms = performance.now() - started;
  return { joins: loadOf(times, ms), others: loadOf(others, ms) };
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

const judge = (what: string, shown: Load, most: number) => {
  const isLate = shown.p99 > most;
  say(`${isLate ? "FAIL" : "ok  "} ${what}: ${show(shown)}`);
  if (isLate) process.exitCode = 1;
};

const visited = await repeat(rounds, () =>
  beside(busy.visits, (agent, n) => ask(agent, "visits", { source: `c${n % 5}` })),
);
judge(`joins beside ${busy.visits} visits a second`, middle(visited.map((round) => round.joins)), busy.p99);

const tokenOf = (n: number) => String(n).padStart(43, "0");
await withClient(databaseUrl, async (client) => {
  await client.query(
    `insert into public.waitlist (email, confirmed_at, joined_at)
       select 'on-the-list-' || n || '@example.com', now(), now() from generate_series(1, $1::int) n`,
    [places.people],
  );
  await client.query(
    `insert into public.email_tokens (hash, purpose, person, expires_at)
       select encode(sha256(convert_to(lpad(n::text, 43, '0'), 'utf8')), 'hex'), 'place', id, now() + interval '1 day'
         from (select id, row_number() over (order by id) as n from public.waitlist where email like 'on-the-list-%') p`,
  );
  await client.query("vacuum analyze");
});
const looked = await repeat(rounds, () =>
  beside(places.perSecond, (agent) => ask(agent, "place", { token: tokenOf(1 + (sent % places.people)) })),
);
judge(`joins beside ${places.perSecond} looks at a place`, middle(looked.map((round) => round.joins)), busy.p99);
judge(`places on a list of ${places.people}`, middle(looked.map((round) => round.others)), places.p99);

child.send("stop");
await once(child, "exit");
await cluster.stop();
await rm(folder, { recursive: true, force: true });
