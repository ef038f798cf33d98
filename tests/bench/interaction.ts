import { table } from "../../scripts/cli/table.ts";
import { hydrate } from "./support/hydrate.ts";
import { serveBuilt } from "./support/serveBuilt.ts";
import { median, repeat } from "./support/statistics.ts";

// From the first focus on a form to its being hydrated, on a processor four times slower and Lighthouse's slow 4G.

const runs = 5;
/** Goals of issue 3. */
const limits = { task: 50, bytes: 75_000 };

const { origin, close } = await serveBuilt("dist/client");
const results = await repeat(runs, () => hydrate(origin));
await close();

const row = (name: string, unit: string, values: number[], limit?: number): string[] => [
  name,
  `${Math.round(median(values))} ${unit}`,
  `${Math.round(Math.max(...values))} ${unit}`,
  ...(limit === undefined ? [] : [`${limit} ${unit}`]),
];
process.stdout.write(
  table([
    ["from focus to hydrated", `median of ${runs}`, "worst", "limit"],
    row(
      "time",
      "ms",
      results.map(({ ms }) => ms),
    ),
    row(
      "received",
      "bytes",
      results.map(({ bytes }) => bytes),
      limits.bytes,
    ),
    ...["longest task", "second longest", "third longest"].map((name, nth) =>
      row(
        name,
        "ms",
        results.map(({ tasks }) => tasks[nth] ?? 0),
        nth === 0 ? limits.task : undefined,
      ),
    ),
  ]),
);
