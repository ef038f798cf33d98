import { throttling } from "lighthouse/core/config/constants.js";
import * as v from "valibot";
import { type Devtools, launchDevtools } from "./devtools.ts";

const {
  cpuSlowdownMultiplier: rate,
  requestLatencyMs: latency,
  downloadThroughputKbps,
  uploadThroughputKbps,
} = throttling.mobileSlow4G;
const bytesPerSecond = (kilobits: number): number => (kilobits * 1024) / 8;

/** A phone's page in a separate browser, with nothing cached. */
export interface ThrottledPage {
  browser: Devtools;
  send: (method: string, params?: Record<string, unknown>) => Promise<Record<string, unknown>>;
  /** Applies Lighthouse's slow 4G and a processor four times slower from now on, and counts received bytes. */
  throttle(): Promise<void>;
  /** Bytes received since, headers included. */
  received(): number;
  /** Evaluates an expression in the page, and awaits its promise. */
  evaluate<S extends v.GenericSchema>(expression: string, schema: S): Promise<v.InferOutput<S>>;
  close(): Promise<void>;
}

/** Opens an empty tab, and returns a function that sends DevTools commands to it. */
async function openTab(browser: Devtools): Promise<Pick<ThrottledPage, "browser" | "send">> {
  const { targetId } = await browser.send("Target.createTarget", { url: "about:blank" });
  const { sessionId } = v.parse(
    v.object({ sessionId: v.string() }),
    await browser.send("Target.attachToTarget", { targetId, flatten: true }),
  );
  return { browser, send: (method, params) => browser.send(method, params, sessionId) };
}

/** Opens an empty page, not throttled yet. */
export async function openThrottledPage(): Promise<ThrottledPage> {
  const browser = await launchDevtools();
  const { send } = await openTab(browser);
  await send("Emulation.setDeviceMetricsOverride", { width: 412, height: 823, deviceScaleFactor: 1.75, mobile: true });
  await send("Page.enable");
  let bytes = 0;
  return {
    browser,
    send,
    received: () => bytes,
    close: () => browser.close(),
    async throttle() {
      browser.on("Network.loadingFinished", ({ encodedDataLength }) => (bytes += Number(encodedDataLength)));
      await send("Network.enable");
      await send("Network.emulateNetworkConditions", {
        offline: false,
        latency,
        downloadThroughput: bytesPerSecond(downloadThroughputKbps),
        uploadThroughput: bytesPerSecond(uploadThroughputKbps),
      });
      await send("Emulation.setCPUThrottlingRate", { rate });
    },
    async evaluate(expression, schema) {
      const answer = await send("Runtime.evaluate", { expression, awaitPromise: true, returnByValue: true });
      return v.parse(v.object({ result: v.object({ value: schema }) }), answer).result.value;
    },
  };
}

/** Goes to an address and waits for the page's load event. */
export async function visit({ browser, send }: Pick<ThrottledPage, "browser" | "send">, url: string): Promise<void> {
  const loaded = new Promise<void>((resolve) => browser.on("Page.loadEventFired", () => resolve()));
  await send("Page.navigate", { url });
  await loaded;
}

/**
 * Stores something in the browser for a site, as a tab of an earlier visit would. Storing it from the measured page
 * would delay its first paint.
 */
export async function rememberFor(origin: string, browser: Devtools, key: string, value: string): Promise<void> {
  const tab = await openTab(browser);
  await tab.send("Page.enable");
  await visit(tab, new URL("/robots.txt", origin).href);
  await tab.send("Runtime.evaluate", {
    expression: `localStorage.setItem(${JSON.stringify(key)}, ${JSON.stringify(value)})`,
  });
  await tab.send("Page.close");
}
