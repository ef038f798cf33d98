import type { Page } from "@playwright/test";

/**
 * Widths of the first heading's and the first paragraph's text on one line. If they differ, a machine has other fonts than the one
 * that drew the pictures, and pictures cannot be compared. The page is unusable afterwards.
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
