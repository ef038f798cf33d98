import * as v from "valibot";
import { openThrottledPage, visit } from "./throttledPage.ts";

/** An expression for the page: a promise of the time of its first contentful paint. */
export const paint = `new Promise((resolve) => new PerformanceObserver((list) => {
  const entry = list.getEntriesByName("first-contentful-paint")[0];
  if (entry) resolve(entry.startTime);
}).observe({ type: "paint", buffered: true }))`;

/** Time of a page's first contentful paint, in ms since requesting it, on a processor four times slower and Lighthouse's slow 4G. */
export async function firstPaint(origin: string): Promise<number> {
  const page = await openThrottledPage();
  try {
    await page.throttle();
    await visit(page, origin);
    return await page.evaluate(paint, v.number());
  } finally {
    await page.close();
  }
}
