import type { Browser, Page } from "@playwright/test";
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
const staying = (ms: number): Scan =>
  inBrowser(async (page, link) => {
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    await page.goto(link);
    await expect(dialog(page)).toBeVisible();
    await page.clock.runFor(ms);
  });

const fetching =
  (method: string): Scan =>
  async (link) => {
    await fetch(link, { method });
    await fetch(link.replace("#", "?"), { method });
  };

const scanners: Record<string, Scan> = {
  "asks by GET": fetching("GET"),
  "asks by HEAD": fetching("HEAD"),
  "runs JavaScript for eight seconds": staying(8_000),
};

for (const [name, scan] of Object.entries(scanners))
  test(`a scanner that ${name} changes nothing`, async ({ site, browser }) => {
    const { email, confirm, unsubscribe } = await joinElsewhere(site);
    for (const link of [confirm, unsubscribe]) await scan(link, browser);
    expect(await standing(site, email)).toBe("asked");
  });
