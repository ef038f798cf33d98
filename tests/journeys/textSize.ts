import type { Page } from "@playwright/test";

/** Sets the browser's text size, in px, as visitors do in its settings. */
export async function setTextSize(page: Page, size: number): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Page.setFontSizes", { fontSizes: { standard: size } });
}
