import { execFile } from "node:child_process";
import { rm } from "node:fs/promises";
import { promisify } from "node:util";
import { table } from "../../scripts/cli/table.ts";
import { median, repeat } from "./support/statistics.ts";

// Time of `npm run build`, into a separate folder.

const run = promisify(execFile);
const folder = "dist/bench";

/** Goal, in seconds. */
const limit = 10;

const times = await repeat(3, async () => {
  const started = performance.now();
  await run(process.execPath, ["scripts/build.mjs", folder]);
  return (performance.now() - started) / 1000;
});
await rm(folder, { recursive: true, force: true });

const figures = [median(times), Math.max(...times), limit].map((seconds) => `${seconds.toFixed(1)} s`);
process.stdout.write(
  table([
    ["", "median of 3", "slowest", "limit"],
    ["npm run build", ...figures],
  ]),
);
