import { setTimeout as sleep } from "node:timers/promises";
import { throttling } from "lighthouse/core/config/constants.js";
import * as v from "valibot";
import { launchDevtools } from "./devtools.ts";
import { readTasks, taskCategories } from "./tasks.ts";

/** What bringing a form to life took. */
export interface Hydration {
  /** Main-thread tasks from the first focus on, in ms of processor time, longest first. */
  tasks: number[];
  /** Bytes received, headers included. */
  bytes: number;
  /** From the first focus to the form answering by itself, in ms. */
  ms: number;
}

const {
  cpuSlowdownMultiplier: rate,
  requestLatencyMs: latency,
  downloadThroughputKbps,
  uploadThroughputKbps,
} = throttling.mobileSlow4G;
const bytesPerSecond = (kilobits: number): number => (kilobits * 1024) / 8;

const focusAndWait = `(async () => {
  const form = document.querySelector("#waitlist form");
  const started = performance.mark("first-focus").startTime;
  form.querySelector("input").focus();
  while (!form.hasAttribute("data-live")) await new Promise(requestAnimationFrame);
  return performance.now() - started;
})()`;

/** Focuses a form of the page on a processor four times slower and Lighthouse's slow 4G, with nothing cached. */
export async function hydrate(origin: string): Promise<Hydration> {
  const browser = await launchDevtools();
  try {
    const { targetId } = await browser.send("Target.createTarget", { url: "about:blank" });
    const { sessionId } = v.parse(
      v.object({ sessionId: v.string() }),
      await browser.send("Target.attachToTarget", { targetId, flatten: true }),
    );
    const page = (method: string, params?: Record<string, unknown>) => browser.send(method, params, sessionId);
    await page("Emulation.setDeviceMetricsOverride", {
      width: 412,
      height: 823,
      deviceScaleFactor: 1.75,
      mobile: true,
    });
    await page("Page.enable");
    const loaded = new Promise<void>((resolve) => browser.on("Page.loadEventFired", () => resolve()));
    await page("Page.navigate", { url: origin });
    await loaded;

    let bytes = 0;
    browser.on("Network.loadingFinished", ({ encodedDataLength }) => (bytes += Number(encodedDataLength)));
    await page("Network.enable");
    await page("Network.emulateNetworkConditions", {
      offline: false,
      latency,
      downloadThroughput: bytesPerSecond(downloadThroughputKbps),
      uploadThroughput: bytesPerSecond(uploadThroughputKbps),
    });
    await page("Emulation.setCPUThrottlingRate", { rate });

    const events: unknown[] = [];
    browser.on("Tracing.dataCollected", ({ value }) => void (Array.isArray(value) && events.push(...value)));
    const traced = new Promise<void>((resolve) => browser.on("Tracing.tracingComplete", () => resolve()));
    await browser.send("Tracing.start", { traceConfig: { includedCategories: taskCategories } });
    const answer = await page("Runtime.evaluate", {
      expression: focusAndWait,
      awaitPromise: true,
      returnByValue: true,
    });
    const ms = v.parse(v.object({ result: v.object({ value: v.number() }) }), answer).result.value;
    await sleep(500);
    await browser.send("Tracing.end");
    await traced;
    return { tasks: readTasks(events, "first-focus"), bytes, ms };
  } finally {
    await browser.close();
  }
}
