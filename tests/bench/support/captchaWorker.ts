import { createServer } from "node:http";
import { once } from "node:events";
import { build } from "esbuild";
import type { Challenge, Solution } from "altcha-lib/types";
import { launch } from "./launch.ts";

const script = "components/forms/captcha/altcha/solve.worker.ts";

/** Solves challenges one after the other in one worker of a real browser, by the page's own code. Returns altcha-lib's times, in ms. */
export async function solveInBrowser(challenges: readonly Challenge[]): Promise<number[]> {
  const { outputFiles } = await build({ entryPoints: [script], bundle: true, minify: true, write: false });
  const server = createServer((request, response) => {
    const wanted = request.url === "/worker.js";
    response.setHeader("content-type", wanted ? "text/javascript" : "text/html");
    response.end(wanted ? outputFiles[0]?.text : "<!doctype html>");
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const browser = await launch();
  try {
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`);
    return await page.evaluate(solveInPage, challenges);
  } finally {
    await browser.close();
    server.close();
  }
}

/** Runs in the page. */
async function solveInPage(challenges: readonly Challenge[]): Promise<number[]> {
  const worker = new Worker("/worker.js");
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
