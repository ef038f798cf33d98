import { startDevServer } from "../journeys/devServer.ts";
import { report } from "./support/goals.ts";
import { repeat } from "./support/statistics.ts";

// From the command to the first page of `npm run dev`, without npm's own start (0.2 s) and with Vite's cache filled.

const runs = 5;
/** Goal, in ms (docs/decisions/0143). */
const limit = 1500;

async function start(): Promise<{ up: number; page: number }> {
  const started = performance.now();
  const server = await startDevServer();
  const up = performance.now() - started;
  const response = await fetch(server.url);
  await response.text();
  const page = performance.now() - started;
  await server.stop();
  return { up, page };
}

await start();
const starts = await repeat(runs, start);
report(`npm run dev, of ${runs}`, [
  { name: "up", unit: "ms", values: starts.map(({ up }) => up) },
  { name: "first page", unit: "ms", limit, values: starts.map(({ page }) => page) },
]);
