import { fork } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import postgres from "postgres";
import * as v from "valibot";
import { subscribers } from "../../scripts/commands/seed/people.ts";
import { best, isMissed, type Limit, limitLine, noiseOf, runNode } from "./cliMeasure.ts";
import { median } from "./support/statistics.ts";

// The command line's numbers, as ratios within one run. Takes about five minutes.

const million = 1_000_000;
const span = { from: new Date("2026-01-01T00:00:00Z"), until: new Date("2026-03-01T00:00:00Z") };
const bin = fileURLToPath(new URL("../../scripts/prelaunch.mjs", import.meta.url));
const ready = v.object({ url: v.string(), databaseUrl: v.string(), secretKey: v.string() });

const folder = await mkdtemp(join(tmpdir(), "prelaunch-bench-"));
const data = join(tmpdir(), `prelaunch-bench-data-${process.pid}`);
const stack = fork(fileURLToPath(new URL("./cliStack.ts", import.meta.url)), [data], { execArgv: ["--import", "tsx"] });
const { url, databaseUrl, secretKey } = v.parse(ready, await new Promise((resolve) => stack.once("message", resolve)));
const sql = postgres(databaseUrl, { onnotice: () => undefined });

const prelaunch = (...argv: string[]) =>
  runNode([bin, ...argv, "--data", data, "--quiet"], { cwd: folder, peak: true });

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/** The physical limit: the database's own CSV over one connection. */
async function copy(): Promise<void> {
  for await (const chunk of await sql`copy (select * from waitlist order by created_at, id) to stdout with (format csv, header)`.readable())
    void chunk;
}

async function startTimes(): Promise<Limit[]> {
  await runNode([bin, "--help"]);
  const help = await best(15, async () => (await runNode([bin, "--help"])).ms);
  const node = await best(15, async () => (await runNode(["-e", "0"])).ms);
  return [{ name: "--help against node -e 0, wall time", value: help / node, most: 2 }];
}

/** Plain inserts through the same REST service, with the columns named: supabase-js gathers them in quadratic time. */
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
  const rows = [...subscribers(9, 100_000, span)];
  const plain: number[] = [];
  const seeded: number[] = [];
  for (let run = 0; run < 3; run++) {
    await sql`truncate waitlist cascade`;
    plain.push(await timed(() => insertPlainly(rows)));
    await sql`truncate waitlist cascade`;
    seeded.push((await prelaunch("seed", "--waitlist", "100000", "--beta", "0", "--seed", "9")).ms);
  }
  const name = "seeding 100,000 rows against plain REST inserts, wall time";
  return [{ name, value: median(seeded) / median(plain), most: 1.5, noise: noiseOf(plain) }];
}

async function exporting(): Promise<Limit[]> {
  await sql`truncate waitlist cascade`;
  await sql`insert into waitlist (email, created_at, source) select 'person' || i || '@example.com', '2026-01-01'::timestamptz + i * interval '5 seconds', case when i % 3 = 0 then 'newsletter' end from generate_series(1, ${million}::integer) i`;
  await sql`vacuum analyze waitlist`;
  const until = new Date(Date.parse("2026-01-01T00:00:00Z") + 100_000 * 5000 + 1).toISOString();
  const small = await best(
    2,
    async () => (await prelaunch("export", "waitlist", "--out", "small.csv", "--force", "--until", until)).peak,
  );
  const peaks: number[] = [];
  const exports: number[] = [];
  const workbooks: number[] = [];
  const copies: number[] = [];
  for (let run = 0; run < 3; run++) {
    copies.push(await timed(copy));
    const { ms, peak } = await prelaunch("export", "waitlist", "--out", "large.csv", "--force");
    exports.push(ms);
    peaks.push(peak);
    const workbook = await prelaunch("export", "waitlist", "--out", "large.xlsx", "--force");
    workbooks.push(workbook.ms);
    peaks.push(workbook.peak);
  }
  const [csv, xlsx, noise] = [median(exports), median(workbooks), noiseOf(copies)];
  return [
    { name: "exporting 1,000,000 rows as CSV or workbook, peak memory in MiB", value: Math.max(...peaks), most: 200 },
    { name: "… against 100,000 rows", value: Math.min(...peaks) / small, most: 1.1 },
    { name: "… CSV against COPY TO STDOUT, wall time", value: csv / median(copies), most: 2.5, noise },
    { name: "… a workbook less one second against CSV, wall time", value: (xlsx - 1000) / csv, most: 1.3, noise },
  ];
}

/** What is exported is imported again: all of it known, then into an empty table. */
async function importing(): Promise<Limit[]> {
  const rehearsal = await prelaunch("import", "waitlist", "large.csv", "--dry-run");
  const again = await prelaunch("import", "waitlist", "large.csv");
  await sql`truncate waitlist cascade`;
  const added = await prelaunch("import", "waitlist", "large.csv");
  const checked = await prelaunch("check", "backend", "--json");
  return [
    { name: "importing 1,000,000 known rows, seconds", value: again.ms / 1000 },
    { name: "importing 1,000,000 new rows, seconds", value: added.ms / 1000 },
    { name: "… peak memory in MiB", value: Math.max(again.peak, added.peak), most: 200 },
    { name: "… of a dry run", value: rehearsal.peak, most: 200 },
    { name: "checking the backend at 1,000,000 rows, seconds", value: checked.ms / 1000, most: 4 },
  ];
}

try {
  const limits = [...(await startTimes()), ...(await seeding()), ...(await exporting()), ...(await importing())];
  process.stdout.write(`${limits.map(limitLine).join("\n")}\n`);
  if (limits.some(isMissed)) process.exitCode = 1;
} finally {
  await sql.end();
  const stopped = new Promise((resolve) => stack.once("exit", resolve));
  stack.send("stop");
  await stopped;
  await Promise.all([folder, data].map((path) => rm(path, { recursive: true, force: true })));
}
