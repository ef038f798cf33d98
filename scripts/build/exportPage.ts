import type { BrowserContext, Page } from "@playwright/test";
import { serveExport } from "../../server/http/static.ts";

const origin = "http://site.localhost";

/**
 * Lets the pages of this context load the built export without a port. The returned function opens one of its
 * paths, with the page's typefaces.
 */
export async function openExport(context: BrowserContext): Promise<(page: Page, path: string) => Promise<void>> {
  const app = await serveExport("dist/client");
  await context.route(`${origin}/**`, async (route) => {
    const answer = await app.fetch(new Request(route.request().url()));
    const body = Buffer.from(await answer.arrayBuffer());
    await route.fulfill({ status: answer.status, headers: Object.fromEntries(answer.headers), body });
  });
  // A form that is hydrated while its page is drawn would make a difference in some runs.
  await context.addInitScript(() => (IntersectionObserver.prototype.observe = () => undefined));
  return async (page, path) => {
    await page.goto(origin + path);
    await page.waitForSelector("body[data-faces]");
  };
}
