import { createServer } from "node:http";
import { once } from "node:events";
import { build } from "esbuild";
import type { Challenge, Solution } from "altcha-lib/types";
import { launch } from "./launch.ts";

const worker = "components/forms/captcha/altcha/solve.worker.ts";

/** Solves challenges one after the other in one worker of a real browser, by the page's own code. In ms each, as altcha-lib says. */
export async function solveInBrowser(challenges: readonly Challenge[]): Promise<number[]> {
  const { outputFiles } = await build({ entryPoints: [worker], bundle: true, minify: true, write: false });
  const server = createServer((request, response) => {
    const script = request.url === "/worker.js";
    response.setHeader("content-type", script ? "text/javascript" : "text/html");
    response.end(script ? outputFiles[0]?.text : "<!doctype html>");
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const browser = await launch();
  try {
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`);
    const times: number[] = [];
    for (const challenge of challenges) times.push(await page.evaluate(solveInPage, challenge));
    return times;
  } finally {
    await browser.close();
    server.close();
  }
}

/** Runs in the page. */
function solveInPage(challenge: Challenge): Promise<number> {
  const started = new Worker("/worker.js");
  return new Promise((resolve, reject) => {
    started.addEventListener("message", ({ data }: MessageEvent<Solution & { error?: string }>) => {
      started.terminate();
      if (data.time === undefined) reject(new Error(String(data.error)));
      else resolve(data.time);
    });
    started.postMessage({ type: "work", challenge, counterStart: 0, counterStep: 1 }, []);
  });
}
