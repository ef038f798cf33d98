import process from "node:process";
import { budgets } from "../support/budgets.ts";
import { report } from "./support/goals.ts";
import { type Hydration, hydrate } from "./support/hydrate.ts";
import { serveBuilt } from "./support/serveBuilt.ts";
import { repeat } from "./support/statistics.ts";

// From the first focus on a form until it is hydrated, on a processor four times slower and Lighthouse's slow 4G.

const runs = Number(process.env["BENCH_RUNS"] ?? 5);
/** A task longer than this, in ms, is a long task (W3C, Long Tasks API). */
const longTask = 50;

const { origin, close } = await serveBuilt("dist/client");
const results = await repeat(runs, () => hydrate(origin)).finally(close);

const values = (read: (one: Hydration) => number) => results.map(read);
const task = (name: string, nth: number) => ({ name, unit: "ms", values: values(({ tasks }) => tasks[nth] ?? 0) });
report(`from focus to hydrated, of ${runs}`, [
  { name: "time", unit: "ms", values: values(({ ms }) => ms) },
  // The budget of `check site` for each build; here headers count, too.
  { name: "scripts", unit: "bytes", values: values(({ scripts }) => scripts), limit: budgets.interaction },
  { name: "received in all", unit: "bytes", values: values(({ bytes }) => bytes) },
  { ...task("longest task", 0), limit: longTask },
  task("second longest", 1),
  task("third longest", 2),
]);
