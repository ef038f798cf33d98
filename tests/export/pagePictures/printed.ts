import type { Page } from "@playwright/test";
import { contrast } from "../../support/contrast.ts";

/** What is wrong with a page on paper, where no background is printed. */
export interface Printed {
  /** What is fixed to the screen: each sheet has it, above whatever lies there. */
  above: string[];
  /** Words that white paper does not carry (4.5, as WCAG 1.4.3 asks of a screen), with their colour. */
  pale: string[];
}

/** Looks at the page as it would be printed; it stays in that medium. */
export async function readPrinted(page: Page): Promise<Printed> {
  await page.emulateMedia({ media: "print" });
  const { above, words } = await page.evaluate(() => {
    for (const animation of document.getAnimations()) if (animation instanceof CSSTransition) animation.finish();
    const shown = [...document.body.querySelectorAll<HTMLElement>("*")].filter(
      (element) => element instanceof HTMLElement && element.getClientRects().length > 0,
    );
    return {
      above: shown
        .filter((element) => getComputedStyle(element).position === "fixed")
        .map(({ tagName, textContent }) => `${tagName} ${textContent.slice(0, 40)}`),
      words: shown
        .filter(({ childNodes }) => [...childNodes].some((node) => node.nodeType === 3 && node.nodeValue?.trim()))
        .map((element) => ({ text: element.textContent.slice(0, 40), color: getComputedStyle(element).color })),
    };
  });
  const hex = (color: string) =>
    `#${(color.match(/\d+/gu) ?? [])
      .slice(0, 3)
      .map((part) => Number(part).toString(16).padStart(2, "0"))
      .join("")}`;
  const pale = words.filter(({ color }) => contrast(hex(color), "#ffffff") < 4.5);
  return { above, pale: pale.map(({ text, color }) => `${text}: ${color}`) };
}
