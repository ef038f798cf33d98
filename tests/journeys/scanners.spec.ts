import type { Browser, Page } from "@playwright/test";
import { join, standing } from "./mails.ts";
import { expect, test } from "./site.ts";

test.describe.configure({ timeout: 90_000 });

/** How long a scanner that presses stays, in ms. */
const stay = 5_000;

/** What a scanner of mails does with a link, until it goes. */
type Scan = (link: string, browser: Browser) => Promise<void>;

async function inBrowser(browser: Browser, work: (page: Page) => Promise<unknown>): Promise<void> {
  const context = await browser.newContext();
  await work(await context.newPage());
  await context.close();
}

/** Presses, in the page itself, whatever button there is, again and again. */
function pressAll(): void {
  setInterval(() => {
    for (const button of document.querySelectorAll("button"))
      if (button.checkVisibility() && button.textContent !== "Close") button.click();
  }, 100);
}

const fetching =
  (method: string): Scan =>
  async (link) => {
    await fetch(link, { method });
    await fetch(link.replace("#", "?"), { method });
  };

/** Presses by the browser's own input, which no page can tell from a hand, for as long as it stays. */
const pressing =
  (ms: number): Scan =>
  (link, browser) =>
    inBrowser(browser, async (page) => {
      const began = Date.now();
      await page.goto(link);
      const left = () => Math.max(1, ms - (Date.now() - began));
      const button = page.getByRole("dialog").locator("button", { hasNotText: "Close" }).first();
      await button.click({ timeout: left() }).catch(() => undefined);
      await page.waitForTimeout(left());
    });

const scanners: Record<string, { scan: Scan; confirms: boolean; unsubscribes: boolean }> = {
  "asks by GET": { scan: fetching("GET"), confirms: false, unsubscribes: false },
  "asks by HEAD": { scan: fetching("HEAD"), confirms: false, unsubscribes: false },
  "runs JavaScript for eight seconds": {
    scan: (link, browser) =>
      inBrowser(browser, async (page) => {
        await page.goto(link);
        await page.waitForTimeout(8_000);
      }),
    confirms: false,
    unsubscribes: false,
  },
  "presses every button by script for eight seconds": {
    scan: (link, browser) =>
      inBrowser(browser, async (page) => {
        await page.addInitScript(pressAll);
        await page.goto(link);
        await page.waitForTimeout(8_000);
      }),
    confirms: false,
    unsubscribes: false,
  },
  // What remains possible (docs/decisions/0129).
  "presses as a hand does and goes within five seconds": { scan: pressing(stay), confirms: false, unsubscribes: true },
  "presses as a hand does and stays": { scan: pressing(stay + 5_000), confirms: true, unsubscribes: true },
};

for (const [name, { scan, confirms, unsubscribes }] of Object.entries(scanners))
  test(`a scanner that ${name} confirms ${confirms ? "as a person would" : "nothing"}`, async ({
    page,
    site,
    browser,
  }) => {
    const { email, confirm, unsubscribe } = await join(page, site);
    await scan(confirm, browser);
    expect(await standing(site, email)).toBe(confirms ? "confirmed" : "asked");
    await scan(unsubscribe, browser);
    expect((await standing(site, email)) === "unsubscribed").toBe(unsubscribes);
  });
