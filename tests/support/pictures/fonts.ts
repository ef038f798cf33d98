import type { Browser } from "@playwright/test";

/**
 * Widths of one text in each of these font stacks, in px. If they differ, a machine has other fonts than the one that drew the pictures,
 * and pictures cannot be compared. The text is none of the product's: a reworded heading must not end the comparison.
 */
export async function fontsOf(browser: Browser, stacks: readonly string[]): Promise<string> {
  const page = await browser.newPage();
  try {
    const widths = await page.evaluate(
      (each) =>
        each.map((fontFamily) => {
          const probe = document.createElement("span");
          Object.assign(probe.style, { fontFamily, fontSize: "100px", whiteSpace: "nowrap" });
          probe.textContent = "Hamburgefonstiv 0123456789, The quick brown fox";
          document.body.append(probe);
          return Math.round(probe.getBoundingClientRect().width);
        }),
      [...stacks],
    );
    return widths.join(" ");
  } finally {
    await page.close();
  }
}
