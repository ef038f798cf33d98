import type { Page } from "@playwright/test";

/** Sets the browser's text size, in px, as visitors do in its settings. */
export async function setTextSize(page: Page, size: number): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Page.setFontSizes", { fontSizes: { standard: size } });
}

/** Gives the text the spacing that a page has to allow (WCAG 2.2, 1.4.12). */
export const widenSpacing = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const spacing = new CSSStyleSheet();
    spacing.replaceSync(
      "* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }",
    );
    document.adoptedStyleSheets = [spacing];
  });
