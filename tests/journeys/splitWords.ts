import type { Locator } from "@playwright/test";

/** The words within the elements of `kind` that are split over two lines other than at a hyphen, and each kind that is not there. */
export const splitWords = (part: Locator, kind = "button"): Promise<string[]> =>
  part.evaluate((root, selector) => {
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const found = selector.split(", ").filter((one) => !root.querySelector(one));
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      if (!text.parentElement?.closest(selector)) continue;
      for (const { 0: word, index } of (text.textContent ?? "").matchAll(/[^\s-]+/gu)) {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        if (range.getClientRects().length > 1) found.push(word);
      }
    }
    return found;
  }, kind);
