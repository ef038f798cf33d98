import type { Page } from "@playwright/test";

/**
 * Widths of the first heading's and the first paragraph's text on one line: they differ where a machine has other fonts, and
 * with them pictures drawn elsewhere. The page is not usable after that.
 */
export async function fontsOf(page: Page): Promise<string> {
  const widths = await page.evaluate(() =>
    ["h1", "p"].map((tag) => {
      const probe = document.querySelector(tag);
      if (!(probe instanceof HTMLElement)) return 0;
      probe.style.display = "inline-block";
      probe.style.whiteSpace = "nowrap";
      return Math.round(probe.getBoundingClientRect().width);
    }),
  );
  return widths.join(" ");
}
