import { brand as brandName } from "../../server/contract/brand.ts";
import { expect, expectAccessible, test } from "./site.ts";

/** What is wider than its place; drawings are cut on purpose. */
function tooWide(): string[] {
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
}

// What a visitor sets in the browser, up to twice the usual 16 px.
for (const size of [20, 24, 32]) {
  test(`text at ${size} px fits a phone's screen, brand and menu apart`, async ({ quietPage: page, site }) => {
    const devtools = await page.context().newCDPSession(page);
    await devtools.send("Page.setFontSizes", { fontSizes: { standard: size } });
    await page.goto(site.url);
    for (const width of [320, 360]) {
      await page.setViewportSize({ width, height: 640 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      expect(await page.evaluate(tooWide)).toEqual([]);
      const brand = await page.getByRole("banner").getByRole("link", { name: brandName }).boundingBox();
      const menu = page.getByRole("banner").locator("summary");
      expect((await menu.boundingBox())?.x).toBeGreaterThan((brand?.x ?? width) + (brand?.width ?? width) + 8);
      await expect(menu).toHaveAccessibleName("Menu");
      await menu.click();
      expect(await page.evaluate(tooWide)).toEqual([]);
      await menu.click();
    }
    if (size === 32) await expectAccessible(page);
  });
}

test("text of the usual size splits no word where the footer is narrow", async ({ quietPage: page, site }) => {
  await page.goto(site.url);
  for (const width of [768, 1024, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    const heights = await page
      .locator("footer small")
      .evaluateAll((tags) => tags.map((tag) => tag.getBoundingClientRect().height));
    expect(Math.max(...heights)).toBeLessThan(30);
  }
});
