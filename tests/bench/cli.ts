import { fork } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import postgres from "postgres";
import * as v from "valibot";
import { subscribers } from "../../scripts/commands/seed/people.ts";
import { createServiceClient } from "../../server/supabase/client.ts";
import { nodeHost } from "../../server/supabase/nodeHost.ts";
import { best, type Limit, limitLine, runNode } from "./cliMeasure.ts";

// The command line's numbers, as ratios within one run. Takes about two minutes.

const million = 1_000_000;
const span = { from: new Date("2026-01-01T00:00:00Z"), until: new Date("2026-03-01T00:00:00Z") };
const bin = fileURLToPath(new URL("../../scripts/prelaunch.mjs", import.meta.url));
const ready = v.object({ url: v.string(), databaseUrl: v.string(), secretKey: v.string() });

const folder = await mkdtemp(join(tmpdir(), "prelaunch-bench-"));
const data = join(tmpdir(), `prelaunch-bench-data-${process.pid}`);
const stack = fork(fileURLToPath(new URL("./cliStack.ts", import.meta.url)), [data], { execArgv: ["--import", "tsx"] });
const { url, databaseUrl, secretKey } = v.parse(ready, await new Promise((resolve) => stack.once("message", resolve)));
const sql = postgres(databaseUrl, { onnotice: () => undefined });
const supabase = createServiceClient(url, secretKey, { ...nodeHost, timeout: 60_000 });

const prelaunch = (...argv: string[]) =>
  runNode([bin, ...argv, "--data", data, "--quiet"], { cwd: folder, peak: true });

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/** Fetches the pages of an export one after the other, by the same keys, and throws them away. */
async function fetchAndDiscard(): Promise<void> {
  const columns = "id,email,notified,created_at,confirmed_at,unsubscribed_at,source";
  for (let after: { created_at: string; id: string } | undefined; ;) {
    let query = supabase.from("waitlist").select(columns);
    if (after)
      query = query
        .gte("created_at", after.created_at)
        .or(`created_at.gt."${after.created_at}",and(created_at.eq."${after.created_at}",id.gt.${after.id})`);
    const { data: rows } = await query.order("created_at").order("id").limit(10_000).throwOnError();
    after = rows.at(-1);
    if (!after) return;
  }
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

async function seeding(): Promise<Limit[]> {
  const rows = [...subscribers(9, 100_000, span)];
  const bare = await best(2, async () => {
    await sql`truncate waitlist`;
    return timed(async () => {
      for (let start = 0; start < rows.length; start += 5000)
        await supabase
          .from("waitlist")
          .insert(rows.slice(start, start + 5000))
          .throwOnError();
    });
  });
  const seed = await best(2, async () => {
    await sql`truncate waitlist`;
    return (await prelaunch("seed", "--waitlist", "100000", "--beta", "0", "--seed", "9")).ms;
  });
  return [{ name: "seeding 100,000 rows against the bare bulk inserts, wall time", value: seed / bare, most: 1.5 }];
}

async function exporting(): Promise<Limit[]> {
  await sql`truncate waitlist`;
  await sql`insert into waitlist (email, created_at, source) select 'person' || i || '@example.com', '2026-01-01'::timestamptz + i * interval '5 seconds', case when i % 3 = 0 then 'newsletter' end from generate_series(1, ${million}::integer) i`;
  await sql`vacuum analyze waitlist`;
  const until = new Date(Date.parse("2026-01-01T00:00:00Z") + 100_000 * 5000 + 1).toISOString();
  const small = await best(
    2,
    async () => (await prelaunch("export", "waitlist", "--out", "small.csv", "--force", "--until", until)).peak,
  );
  let peak = Number.POSITIVE_INFINITY;
  const exports: number[] = [];
  const discards: number[] = [];
  for (let run = 0; run < 3; run++) {
    discards.push(await timed(fetchAndDiscard));
    const { ms, peak: mib } = await prelaunch("export", "waitlist", "--out", "large.csv", "--force");
    exports.push(ms);
    peak = Math.min(peak, mib);
  }
  const physical = await best(2, () => timed(copy));
  const wall = Math.min(...exports);
  return [
    { name: "exporting 1,000,000 rows, peak memory in MiB", value: peak, most: 200 },
    { name: "… against 100,000 rows", value: peak / small, most: 1.1 },
    {
      name: "… against fetching the same pages and throwing them away, wall time",
      value: wall / Math.min(...discards),
      most: 1.25,
    },
    { name: "… against COPY TO STDOUT, wall time (the physical limit, for the record)", value: wall / physical },
  ];
}

try {
  const limits = [...(await startTimes()), ...(await seeding()), ...(await exporting())];
  process.stdout.write(`${limits.map(limitLine).join("\n")}\n`);
  if (limits.some(({ value, most }) => most !== undefined && value > most)) process.exitCode = 1;
} finally {
  await sql.end();
  const stopped = new Promise((resolve) => stack.once("exit", resolve));
  stack.send("stop");
  await stopped;
  await Promise.all([folder, data].map((path) => rm(path, { recursive: true, force: true })));
}
