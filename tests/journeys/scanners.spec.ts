import type { Browser, Page } from "@playwright/test";
import { leastView } from "../../components/mailLinks/inView.ts";
import { joinElsewhere, standing } from "./mails.ts";
import { expect, expectAnswer, test } from "./site.ts";

/** What a mail scanner does with a link before it leaves. */
type Scan = (link: string, browser: Browser) => Promise<void>;

const dialog = (page: Page) => page.getByRole("dialog");

/** Opens the link in a separate browser, and leaves once its requests have been answered. */
const inBrowser =
  (work: (page: Page, link: string) => Promise<void>): Scan =>
  async (link, browser) => {
    const context = await browser.newContext();
    const page = await context.newPage();
    const answers: Promise<unknown>[] = [];
    page.on("request", (request) => request.method() === "POST" && answers.push(request.response()));
    await work(page, link);
    await expectAnswer(page);
    await Promise.all(answers);
    await context.close();
  };

/** Opens the link and advances the page's clock by this time, in ms, which does not depend on how busy the machine is. */
const staying = (ms: number, work: (page: Page) => Promise<void> = async () => undefined): Scan =>
  inBrowser(async (page, link) => {
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    await page.goto(link);
    await expect(dialog(page)).toBeVisible();
    await work(page);
    await page.clock.runFor(ms);
  });

/** Clicks every button by script inside the page, again and again. */
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

/** Uses the browser's input, which a page cannot tell from a person's. */
const press = (page: Page) => dialog(page).locator("button", { hasNotText: "Close" }).first().click();

const scanners: Record<string, { scan: Scan; confirms: boolean; unsubscribes: boolean }> = {
  "asks by GET": { scan: fetching("GET"), confirms: false, unsubscribes: false },
  "asks by HEAD": { scan: fetching("HEAD"), confirms: false, unsubscribes: false },
  "runs JavaScript for eight seconds": { scan: staying(8_000), confirms: false, unsubscribes: false },
  "presses every button by script for eight seconds": {
    scan: staying(8_000, (page) => page.evaluate(pressAll)),
    confirms: false,
    unsubscribes: false,
  },
  // This remains possible (docs/decisions/0129).
  "presses as a hand does and goes within five seconds": {
    scan: staying(leastView - 100, press),
    confirms: false,
    unsubscribes: true,
  },
  "presses as a hand does and stays": {
    scan: staying(leastView + 200, press),
    confirms: true,
    unsubscribes: true,
  },
};

for (const [name, { scan, confirms, unsubscribes }] of Object.entries(scanners))
  test(`a scanner that ${name} confirms ${confirms ? "as a person would" : "nothing"}`, async ({ site, browser }) => {
    const { email, confirm, unsubscribe } = await joinElsewhere(site);
    await scan(confirm, browser);
    expect(await standing(site, email)).toBe(confirms ? "confirmed" : "asked");
    await scan(unsubscribe, browser);
    expect((await standing(site, email)) === "unsubscribed").toBe(unsubscribes);
  });
