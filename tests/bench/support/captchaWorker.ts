import { readdir, readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { Challenge, Solution } from "altcha-lib/types";
import { launch } from "./launch.ts";
import { listen } from "../../support/listen.ts";

const assets = "dist/client/assets";

/** Solves challenges one after the other in one worker of a real browser, by the export's own code. Returns altcha-lib's times, in ms. */
export async function solveInBrowser(challenges: readonly Challenge[]): Promise<number[]> {
  const name = (await readdir(assets)).find((file) => /^solve\.worker-.*\.js$/u.test(file));
  if (name === undefined) throw new Error("The export is not built: npm run build");
  const script = await readFile(`${assets}/${name}`);
  const server = createServer((request, response) => {
    const wanted = request.url === "/worker.js";
    response.setHeader("content-type", wanted ? "text/javascript" : "text/html");
    response.end(wanted ? script : "<!doctype html>");
  });
  const port = await listen(server);
  const browser = await launch();
  try {
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${port}`);
    return await page.evaluate(solveInPage, challenges);
  } finally {
    await browser.close();
    server.close();
  }
}

/** Runs in the page. */
async function solveInPage(challenges: readonly Challenge[]): Promise<number[]> {
  const worker = new Worker("/worker.js");
  // It says that it has arrived.
  await new Promise((resolve) => worker.addEventListener("message", resolve, { once: true }));
  const times: number[] = [];
  for (const challenge of challenges) {
    const answer = new Promise<Solution & { error?: unknown }>((resolve) => {
      worker.addEventListener("message", ({ data }) => resolve(data), { once: true });
    });
    worker.postMessage({ type: "work", challenge, counterStart: 0, counterStep: 1 }, []);
    const { time, error } = await answer;
    if (time === undefined) throw new Error(String(error));
    times.push(time);
  }
  return times;
}
