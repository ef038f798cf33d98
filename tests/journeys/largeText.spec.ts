import type { Page } from "@playwright/test";
import { expect, test } from "./site.ts";

test.use({ viewport: { width: 320, height: 640 } });

/** Sets the browser's text size, in px, as visitors do in its settings. */
async function setTextSize(page: Page, size: number): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Page.setFontSizes", { fontSizes: { standard: size } });
}

/** Expects no element wider than the screen or its container; drawings are clipped on purpose. */
const expectFit = async (page: Page) =>
  expect(
    await page.evaluate(() => {
      const width = document.documentElement.clientWidth;
      return [...document.querySelectorAll<HTMLElement>("header *, main *, footer *")]
        .filter((element) => !element.closest("svg, [aria-hidden], select, details:not([open]) ul"))
        .filter((element) => {
          const { width: own, right } = element.getBoundingClientRect();
          const { overflowX } = getComputedStyle(element);
          const cut = overflowX !== "visible" && element.scrollWidth > element.clientWidth + 1;
          return own > 2 && (right > width + 1 || cut);
        })
        .map((element) => `${element.tagName} ${element.textContent.slice(0, 40)}`);
    }),
  ).toEqual([]);

test("text of twice the size fits the narrowest screen, also with wider spacing (WCAG 2.2, 1.4.4, 1.4.10 and 1.4.12)", async ({
  quietPage: page,
  site,
}) => {
  await setTextSize(page, 32);
  await page.goto(site.url);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  const menu = page.getByRole("banner").locator("details");
  await menu.locator("summary").click();
  await expectFit(page);
  await page.setViewportSize({ width: 320, height: 256 });
  for (const link of await menu.getByRole("link").all()) {
    await link.focus();
    await expect(link).toBeInViewport({ ratio: 0.9 });
  }
  await page.evaluate(() => {
    const spacing = new CSSStyleSheet();
    spacing.replaceSync(
      "* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }",
    );
    document.adoptedStyleSheets = [spacing];
  });
  await expectFit(page);
});

test("root text of twice the size, which no media query tells of, breaks no word of the facts on a phone", async ({
  quietPage: page,
  site,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(site.url);
  await page.evaluate(() => document.documentElement.style.setProperty("font-size", "200%"));
  const broken = await page.locator("#privacy dt, #privacy dd").evaluateAll((parts) =>
    parts.flatMap((part) => {
      const text = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
      const words: string[] = [];
      while (text.nextNode()) {
        const node = text.currentNode;
        for (const { 0: word, index } of (node.textContent ?? "").matchAll(/\S+/gu)) {
          const range = document.createRange();
          range.setStart(node, index);
          range.setEnd(node, index + word.length);
          const lines = new Set(Array.from(range.getClientRects(), ({ top }) => Math.round(top)));
          if (lines.size > 1) words.push(word);
        }
      }
      return words;
    }),
  );
  expect(broken).toEqual([]);
});
