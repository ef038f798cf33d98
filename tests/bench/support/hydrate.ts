import { setTimeout as sleep } from "node:timers/promises";
import * as v from "valibot";
import { readTasks, taskCategories } from "./tasks.ts";
import { openThrottledPage, visit } from "./throttledPage.ts";

/** The cost of hydrating a form. */
export interface Hydration {
  /** Main-thread tasks since the first focus, in ms of processor time, longest first. */
  tasks: number[];
  /** Bytes of the page's scripts, headers included: React and the forms. */
  scripts: number;
  /** All bytes received, including the captcha's worker and the answer to its challenge, which is an error because there is no backend. */
  bytes: number;
  /** From the first focus until React handles the form, in ms. */
  ms: number;
}

const focusAndWait = `(async () => {
  const form = document.querySelector("#waitlist form");
  const started = performance.mark("first-focus").startTime;
  form.querySelector("input").focus();
  while (!form.matches("[data-live=react]")) await new Promise(requestAnimationFrame);
  return performance.now() - started;
})()`;

/** Focuses a form of the page on a processor four times slower and Lighthouse's slow 4G, with nothing cached. */
export async function hydrate(origin: string): Promise<Hydration> {
  const page = await openThrottledPage();
  try {
    await visit(page, origin);
    const scripts = new Set<unknown>();
    let scriptBytes = 0;
    page.browser.on("Network.responseReceived", ({ requestId, type }) => type === "Script" && scripts.add(requestId));
    page.browser.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
      if (scripts.has(requestId)) scriptBytes += Number(encodedDataLength);
    });
    await page.throttle();
    const events: unknown[] = [];
    page.browser.on("Tracing.dataCollected", ({ value }) => void (Array.isArray(value) && events.push(...value)));
    const traced = new Promise<void>((resolve) => page.browser.on("Tracing.tracingComplete", () => resolve()));
    await page.browser.send("Tracing.start", { traceConfig: { includedCategories: taskCategories } });
    const ms = await page.evaluate(focusAndWait, v.number());
    await sleep(500);
    await page.browser.send("Tracing.end");
    await traced;
    return { tasks: readTasks(events, "first-focus"), scripts: scriptBytes, bytes: page.received(), ms };
  } finally {
    await page.close();
  }
}
