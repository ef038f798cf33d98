import type { Page } from "@playwright/test";
import { readPng } from "../export/pictures/pixels.ts";
import { expect, test } from "./site.ts";

test.use({ contextOptions: { reducedMotion: "reduce" } });

/** Where the page's waters and lands meet, as points in its coordinates. */
const seams = (page: Page) =>
  page.evaluate(() => {
    const edges = (selector: string, edge: "top" | "bottom", along: number) =>
      [...document.querySelectorAll(selector)].map((element) => {
        const box = element.getBoundingClientRect();
        return { at: `${edge} of ${selector}`, x: box.left + scrollX + box.width * along, y: box[edge] + scrollY };
      });
    return [
      ...edges("#features", "top", 0.01),
      ...edges("#specifications", "top", 0.001),
      ...edges(".picture", "bottom", 0.5),
      ...edges("footer > .deep", "top", 0.01),
    ];
  });

/** How much lighter or darker than above and below it a line is that lies at a point, of 255. */
async function lineAt(page: Page, x: number, y: number): Promise<number> {
  const clip = { x: Math.floor(x), y: Math.floor(y) - 4, width: 2, height: 10 };
  const { width, height, data } = readPng(await page.screenshot({ fullPage: true, clip }));
  const greens = Array.from({ length: height }, (_, row) => data[row * width * 3 + 1] ?? 0);
  const [above = 0, below = 0] = [greens.at(0), greens.at(-1)];
  return Math.max(Math.max(...greens) - Math.max(above, below), Math.min(above, below) - Math.min(...greens));
}

for (const [width, deviceScaleFactor, who] of [
  [1366, 1.25, "on a laptop at 125 %"],
  [1280, 0.8, "at a zoom of 80 %"],
  [393, 2.625, "on a phone"],
] as const) {
  test.describe(who, () => {
    test.use({ viewport: { width, height: 850 }, deviceScaleFactor });

    test("no line shows where water meets land", async ({ quietPage: page, site }) => {
      await page.goto(site.url);
      const drawn = () =>
        page
          .locator(".picture .water")
          .evaluateAll((waters) => waters.every((water) => water.checkVisibility({ contentVisibilityAuto: true })));
      await expect.poll(drawn).toBe(true);
      const lines: string[] = [];
      const points = await seams(page);
      expect(points).toHaveLength(9);
      for (const { at, x, y } of points) {
        const contrast = await lineAt(page, x, y);
        if (contrast > 6) lines.push(`${at}: ${contrast}`);
      }
      expect(lines).toEqual([]);
    });
  });
}
