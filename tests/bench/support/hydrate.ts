import { setTimeout as sleep } from "node:timers/promises";
import * as v from "valibot";
import { readTasks, taskCategories } from "./tasks.ts";
import { openThrottledPage, visit } from "./throttledPage.ts";

/** What bringing a form to life took. */
export interface Hydration {
  /** Main-thread tasks from the first focus on, in ms of processor time, longest first. */
  tasks: number[];
  /** Bytes received, headers included. */
  bytes: number;
  /** From the first focus to React answering for the form, in ms. */
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
    await page.throttle();
    const events: unknown[] = [];
    page.browser.on("Tracing.dataCollected", ({ value }) => void (Array.isArray(value) && events.push(...value)));
    const traced = new Promise<void>((resolve) => page.browser.on("Tracing.tracingComplete", () => resolve()));
    await page.browser.send("Tracing.start", { traceConfig: { includedCategories: taskCategories } });
    const ms = await page.evaluate(focusAndWait, v.number());
    await sleep(500);
    await page.browser.send("Tracing.end");
    await traced;
    return { tasks: readTasks(events, "first-focus"), bytes: page.received(), ms };
  } finally {
    await page.close();
  }
}
