import type { Page, Route } from "@playwright/test";
import { expect, test } from "./site.ts";

/** Number of lines of each text of the page, with the text's beginning. */
const linesOfTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const boxes = new Map<Element, DOMRect[]>();
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      let block = texts.currentNode.parentElement;
      while (block && getComputedStyle(block).display === "inline") block = block.parentElement;
      if (!block?.checkVisibility() || block.closest("svg")) continue;
      const range = document.createRange();
      range.selectNode(texts.currentNode);
      boxes.set(block, [...(boxes.get(block) ?? []), ...range.getClientRects()]);
    }
    return Array.from(boxes, ([block, all]) => {
      const middles = all.map(({ top, height }) => top + height / 2).sort((one, other) => one - other);
      const line = parseFloat(getComputedStyle(block).lineHeight) / 2;
      const lines = middles.filter((middle, index) => index === 0 || middle - (middles[index - 1] ?? 0) > line);
      return `${block.tagName} ${block.textContent.slice(0, 40)}: ${lines.length}`;
    });
  });

for (const width of [360, 390, 768, 1280, 1920])
  test(`at ${width} px the page's faces come after the first paint, break no line differently and move next to nothing`, async ({
    quietPage: page,
    site,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.addInitScript(() => {
      const all = Object.assign(window, { moved: 0 });
      new PerformanceObserver((list) => {
        for (const shift of list.getEntries()) if ("value" in shift) all.moved += Number(shift.value);
      }).observe({ type: "layout-shift", buffered: true });
    });
    const held: Route[] = [];
    await page.route("**/*.woff2", (route) => void held.push(route));
    await page.goto(site.url);
    await expect.poll(() => held.length).toBe(2);
    const painted = await page.evaluate(() => performance.getEntriesByType("paint").length);
    expect(painted).toBeGreaterThan(0);
    const before = await linesOfTexts(page);
    expect(before.length).toBeGreaterThan(90);
    for (const route of held) await route.continue();
    await page.waitForSelector("body[data-faces]");
    await expect(page.getByRole("heading", { level: 1 })).toHaveCSS("font-family", /^"Brygada 1918"/u);
    expect(await page.evaluate(() => Array.from(document.fonts, ({ status }) => status).join())).toBe(
      "loaded,loaded,unloaded,unloaded",
    );
    expect(await linesOfTexts(page)).toEqual(before);
    await expect(page.locator("#waitlist-email")).toHaveCSS("font-family", /^system-ui/u);
    // The page is drawn, and the observer has reported the shifts.
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn))));
    const moved = await page.evaluate(() => ("moved" in window ? Number(window.moved) : NaN));
    expect(moved).toBeLessThanOrEqual(0.01);
  });

test("a heading that has to be narrower keeps the tracking it has", async ({ quietPage: page, site }) => {
  // The headline is narrower in the first face than in the other, and has the room for one line of the first.
  await page.addInitScript(() =>
    addEventListener("DOMContentLoaded", () => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(":not([data-faces]) > h1 { letter-spacing: -0.035em }");
      document.adoptedStyleSheets.push(sheet);
      const heading = document.querySelector("h1");
      if (!heading) return;
      heading.textContent = "On an even keel";
      heading.style.width = "max-content";
      heading.style.width = `${heading.offsetWidth + 1}px`;
    }),
  );
  await page.goto(site.url);
  await page.waitForSelector("body[data-faces]");
  const [spacing = NaN, tracking = NaN] = await page.locator("h1").evaluate((heading) => {
    const { letterSpacing, fontSize } = getComputedStyle(heading);
    return [parseFloat(letterSpacing), -0.025 * parseFloat(fontSize)];
  });
  expect(spacing).toBeLessThanOrEqual(tracking);
});

test("a text that is replaced while the faces are shown keeps no other from its face", async ({
  quietPage: page,
  site,
}) => {
  await page.addInitScript(() => {
    const add = document.fonts.add.bind(document.fonts);
    document.fonts.add = (face) => {
      document.querySelector("h1")?.replaceChildren("Another");
      return add(face);
    };
  });
  await page.goto(site.url);
  await page.waitForSelector("body[data-faces]");
  await expect(page.getByRole("heading", { level: 1, name: "Another" })).toHaveCSS("font-family", /^"Brygada 1918"/u);
});

test("a page whose faces do not arrive is read in the face that it was painted in", async ({ page, site }) => {
  await page.route("**/*.woff2", (route) => route.abort());
  const failed = page.waitForEvent("requestfailed");
  await page.goto(site.url);
  await failed;
  await expect(page.getByRole("heading", { level: 1 })).not.toHaveCSS("font-family", /Brygada/u);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
});
