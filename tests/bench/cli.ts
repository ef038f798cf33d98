import { fork } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Client } from "pg";
import { to as copyTo } from "pg-copy-streams";
import * as v from "valibot";
import { subscribers } from "../../scripts/commands/seed/people.ts";
import { commandLine } from "./support/commandLine.ts";
import { isMissed, type Limit, limitLine, noiseOf } from "./support/limits.ts";
import { runNode } from "./support/runNode.ts";
import { best, median, timed } from "./support/statistics.ts";

// The command line's figures, beside their peers in the same run. `npm run bench -- cli` takes about three minutes. The goals
// are for a million rows: `npm run bench -- cli --rows 1000000` takes about ten.

const total = commandLine.rows;
const share = total / 1_000_000;
const named = total.toLocaleString("en-US");
const span = { from: new Date("2026-01-01T00:00:00Z"), until: new Date("2026-03-01T00:00:00Z") };
const bin = fileURLToPath(new URL("../../scripts/prelaunch.mjs", import.meta.url));
const ready = v.object({ url: v.string(), restUrl: v.string(), databaseUrl: v.string(), secretKey: v.string() });

const folder = await mkdtemp(join(tmpdir(), "prelaunch-bench-"));
const data = join(tmpdir(), `prelaunch-bench-data-${process.pid}`);
const stack = fork(fileURLToPath(new URL("./support/cliStack.ts", import.meta.url)), [data], {
  execArgv: ["--import", "tsx"],
});
const { url, restUrl, databaseUrl, secretKey } = v.parse(
  ready,
  await new Promise((resolve) => stack.once("message", resolve)),
);
const database = new Client({ connectionString: databaseUrl });
await database.connect();

const peaks: Limit[] = [];

/** Records a command's peak memory, the highest of its runs. */
function keepPeak(command: string, peak: number): void {
  const name = `peak memory of ${command} in MiB`;
  const known = peaks.find((limit) => limit.name === name);
  if (known) known.value = Math.max(known.value, peak);
  else peaks.push({ name, value: peak, most: 200 });
}

/** Runs a command on the stack's folder, or where `env` points, and returns its wall time in ms. */
async function prelaunch(command: string, argv: readonly string[], env?: Record<string, string>): Promise<number> {
  const where = env ? [] : ["--data", data];
  const { ms, peak } = await runNode([bin, ...argv, ...where, "--quiet"], {
    cwd: folder,
    peak: true,
    ...(env ? { env } : {}),
  });
  keepPeak(command, peak);
  return ms;
}

/** As on a hosted project: only by its REST service, which is genuine PostgREST if it is available. */
const byRest = { SUPABASE_URL: restUrl, SUPABASE_SECRET_KEY: secretKey };

/** By the embedded stack's REST service, as from another machine. */
const byLite = { SUPABASE_URL: url, SUPABASE_SECRET_KEY: secretKey };

const empty = () => database.query("truncate waitlist cascade");

/** The physical limit: CSV written by the database over one connection. */
async function copy(): Promise<void> {
  const statement = "copy (select * from waitlist order by created_at, id) to stdout with (format csv, header)";
  for await (const chunk of database.query(copyTo(statement))) void chunk;
}

async function startTimes(): Promise<Limit[]> {
  await runNode([bin, "--help"]);
  const help = await best(15, async () => (await runNode([bin, "--help"])).ms);
  const node = await best(15, async () => (await runNode(["-e", "0"])).ms);
  return [{ name: "--help against node -e 0, wall time", value: help / node, most: 2 }];
}

/** Plain inserts through the same REST service. The columns are named, because supabase-js collects them in quadratic time. */
async function insertPlainly(rows: readonly object[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {}).map((column) => `"${column}"`);
  for (let start = 0; start < rows.length; start += 5000) {
    const answer = await fetch(`${url}/rest/v1/waitlist?columns=${encodeURIComponent(columns.join(","))}`, {
      method: "POST",
      headers: { apikey: secretKey, "content-type": "application/json", prefer: "return=minimal" },
      body: JSON.stringify(rows.slice(start, start + 5000)),
    });
    if (!answer.ok) throw new Error(`${answer.status}: ${await answer.text()}`);
  }
}

async function seeding(): Promise<Limit[]> {
  const amount = Math.round(total / 10);
  const people = [...subscribers(9, amount, span)];
  const plain: number[] = [];
  const seeded: number[] = [];
  for (let run = 0; run < 3; run++) {
    await empty();
    plain.push(await timed(() => insertPlainly(people)));
    await empty();
    seeded.push(await prelaunch("seed", ["seed", "--waitlist", String(amount), "--beta", "0", "--seed", "9"]));
  }
  const name = `seeding ${amount.toLocaleString("en-US")} rows against plain REST inserts, start aside`;
  return [{ name, value: (median(seeded) - (await emptyRun())) / median(plain), most: 1.5, noise: noiseOf(plain) }];
}

/** Time of a command that finds nothing to do. */
const emptyRun = () =>
  best(3, () => prelaunch("export", ["export", "waitlist", "--since", "2090-01-01", "--out", "none.csv", "--force"]));

async function exporting(): Promise<Limit[]> {
  await empty();
  await database.query(
    `insert into waitlist (email, created_at, source) select 'person' || i || '@example.com', '2026-01-01'::timestamptz + i * interval '5 seconds', case when i % 3 = 0 then 'newsletter' end from generate_series(1, ${total}) i`,
  );
  await database.query("vacuum analyze waitlist");
  const start = await emptyRun();
  const times: Record<"copy" | "csv" | "rest" | "lite" | "xlsx", number[]> = {
    copy: [],
    csv: [],
    rest: [],
    lite: [],
    xlsx: [],
  };
  const exported = (file: string, env?: Record<string, string>) =>
    prelaunch(`export to ${file}`, ["export", "waitlist", "--out", file, "--force"], env);
  for (let run = 0; run < 3; run++) {
    times.copy.push(await timed(copy));
    times.csv.push(await exported("large.csv"));
    times.rest.push(await exported("rest.csv", byRest));
    times.lite.push(await exported("lite.csv", byLite));
    times.xlsx.push(await exported("large.xlsx"));
  }
  const [csv, rest, lite, xlsx, peer] = [times.csv, times.rest, times.lite, times.xlsx, times.copy].map(median);
  if (!csv || !rest || !lite || !xlsx || !peer) throw new Error("An export took no time.");
  const noise = noiseOf(times.copy);
  return [
    { name: `COPY TO STDOUT of ${named} rows, seconds`, value: peer / 1000 },
    { name: "a command that finds nothing to do, seconds", value: start / 1000 },
    {
      name: "exporting CSV from the embedded stack against COPY, start aside",
      value: (csv - start) / peer,
      most: 1.5,
      noise,
    },
    { name: "… in seconds, all in all", value: csv / 1000 },
    { name: "exporting CSV by REST against COPY, start aside", value: (rest - start) / peer, most: 2.5, noise },
    { name: "… in seconds, all in all", value: rest / 1000 },
    { name: "exporting CSV by the embedded stack's REST against COPY, start aside", value: (lite - start) / peer },
    {
      name: "a workbook less one second (a million rows) against CSV by REST",
      value: (xlsx - 1000 * share) / rest,
      most: 1.3,
      noise,
    },
    { name: "… in seconds, all in all", value: xlsx / 1000 },
  ];
}

/** Imports an export again: first with every row known, then into an empty table. */
async function importing(): Promise<Limit[]> {
  const noise = noiseOf([await timed(copy), await timed(copy), await timed(copy)]);
  /** A goal is in seconds, and for a million rows. */
  const goal = (most: number) => (share === 1 ? { most, noise } : {});
  const file = ["import", "waitlist", "large.csv"];
  const rehearsed = await prelaunch("import --dry-run", [...file, "--dry-run"]);
  const again = await prelaunch("import", file);
  await empty();
  const added = await prelaunch("import", file);
  const checked = await prelaunch("check backend", ["check", "backend", "--json"]);
  return [
    { name: `importing ${named} known rows, seconds`, value: again / 1000, ...goal(15) },
    { name: `importing ${named} new rows, seconds`, value: added / 1000, ...goal(25) },
    { name: "… with --dry-run, all known, seconds", value: rehearsed / 1000 },
    { name: `checking the backend at ${named} rows, seconds`, value: checked / 1000, ...goal(4) },
  ];
}

try {
  for (const part of [startTimes, seeding, exporting, importing, async () => peaks]) {
    const limits = await part();
    process.stdout.write(`${limits.map(limitLine).join("\n")}\n`);
    if (limits.some(isMissed)) process.exitCode = 1;
  }
} finally {
  await database.end();
  const stopped = new Promise((resolve) => stack.once("exit", resolve));
  stack.send("stop");
  await stopped;
  await Promise.all([folder, data].map((path) => rm(path, { recursive: true, force: true })));
}
