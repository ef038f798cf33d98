import type { Page } from "@playwright/test";
import { contrast } from "../../support/contrast.ts";

/** Faults of a page's print output, which has no backgrounds. */
export interface Printed {
  /** Elements with `position: fixed`, which are printed on every sheet, above the text. */
  above: string[];
  /** Texts whose contrast against white is below 4.5 (WCAG 1.4.3), with their colour. */
  pale: string[];
  /** Headings, forms and success views that may be split between two sheets, and fields that cut a long text. */
  cut: string[];
  /** Colour of the page's ground, if it is not that of paper: shapes drawn in it, such as the waves, are printed though it is not. */
  ground: string[];
}

/** Checks the page in the print medium, and leaves it in that medium. */
export async function readPrinted(page: Page): Promise<Printed> {
  await page.emulateMedia({ media: "print" });
  const { above, words, cut, ground } = await page.evaluate(() => {
    for (const animation of document.getAnimations()) if (animation instanceof CSSTransition) animation.finish();
    const shown = [...document.body.querySelectorAll<HTMLElement>("*")].filter(
      (element) => element instanceof HTMLElement && element.getClientRects().length > 0,
    );
    const forms = [...document.querySelectorAll("[data-island]")].map(
      (island) => island.querySelector("form") ?? island.firstElementChild ?? island,
    );
    // Without functions that have a name: tsx wraps them in a call of its own, which the page does not know.
    const headings = [...document.querySelectorAll("h2")].filter(
      ({ parentElement }) => !parentElement || getComputedStyle(parentElement).breakInside !== "avoid",
    );
    const split = [...headings, ...forms].filter((part) => getComputedStyle(part).breakInside !== "avoid");
    const cutting = [...document.querySelectorAll("textarea")].filter((field) => {
      const { value } = field;
      field.value = "A line of a long reason.\n".repeat(30);
      const cuts = field.scrollHeight > field.clientHeight;
      field.value = value;
      return cuts;
    });
    const { backgroundColor } = getComputedStyle(document.body);
    return {
      ground: backgroundColor === "rgb(255, 255, 255)" ? [] : [backgroundColor],
      cut: [...split, ...cutting].map(({ tagName, id }) => `${tagName} ${id}`),
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
  return { above, cut, ground, pale: pale.map(({ text, color }) => `${text}: ${color}`) };
}
