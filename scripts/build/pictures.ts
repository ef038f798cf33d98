import { chromium, type Page } from "@playwright/test";
import { icon } from "../../server/contract/palette.ts";
import { openExport } from "./exportPage.ts";
import { findBrowser, quietBrowser } from "./findBrowser.ts";

/** Redraws icon, social card and the README's screenshot from the built page: `npm run build && npm run pictures`. */
const executablePath = findBrowser(chromium);
if (executablePath === undefined)
  throw new Error("The pictures need Chromium: npx playwright install chromium, or its path in CHROMIUM_PATH.");
const browser = await chromium.launch({ executablePath, args: quietBrowser });
const context = await browser.newContext({ reducedMotion: "reduce", colorScheme: "light" });
const showPath = await openExport(context);

async function draw(
  file: string,
  width: number,
  height: number,
  compose: (page: Page) => Promise<unknown>,
): Promise<void> {
  const page = await context.newPage();
  await page.setViewportSize({ width, height });
  await compose(page);
  await page.screenshot({ path: file });
  await page.close();
}

// The icon is square, because iOS rounds the corners itself.
const square = icon.replace(/ rx="\d+"/u, "");
await draw("public/apple-touch-icon.png", 180, 180, (page) =>
  page.setContent(`<style>body{margin:0}</style>${square}`),
);

// The card shows only the hero, at the size to which Open Graph previews are cropped.
await draw("public/og.png", 1200, 630, async (page) => {
  await showPath(page, "/");
  await page.evaluate(() => {
    const copy = document.querySelector("h1")?.parentElement;
    const grid = copy?.parentElement;
    const brand = document.querySelector("nav a");
    if (!copy || !grid || !brand) throw new Error("The built page has no hero.");
    copy.style.cssText = "padding: 64px 0 0";
    grid.style.cssText =
      "position: fixed; inset: auto 0 -20px; padding: 0 72px; max-width: none; grid-template-columns: 11fr 10fr; align-items: start";
    const [, headline = "", lead = ""] = copy.children;
    copy.replaceChildren(brand, headline, lead);
    document.body.replaceChildren(grid);
    document.body.style.overflow = "hidden";
    // The lowest word of the picture is as far from the edge as previews may crop.
    const lowest = Math.max(
      ...Array.from(grid.querySelectorAll("svg text"), (text) => text.getBoundingClientRect().bottom),
    );
    const { bottom } = grid.getBoundingClientRect();
    grid.style.bottom = `${40 - (bottom - lowest)}px`;
  });
});

await draw("docs/screenshot.png", 1280, 860, async (page) => {
  await showPath(page, "/");
  // The screenshot ends between two lines of text.
  const height = await page.evaluate(() => {
    const range = document.createRange();
    range.selectNodeContents(document.body);
    const lines = Array.from(range.getClientRects()).filter((box) => box.height < 100);
    let end = innerHeight;
    while (lines.some(({ top, bottom }) => top < end && end < bottom)) end--;
    return end;
  });
  await page.setViewportSize({ width: 1280, height });
});

await browser.close();
