import type { Locator } from "@playwright/test";

/**
 * The words within the elements of `kind` that are split over two lines other than at a hyphen although they fit on one, and each kind
 * that is not there. Which words fit depends on the machine's fonts.
 */
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
        const lines = [...range.getClientRects()];
        if (lines.length < 2) continue;
        let block = text.parentElement;
        while (block.parentElement && getComputedStyle(block).display === "inline") block = block.parentElement;
        const { paddingLeft, paddingRight } = getComputedStyle(block);
        const room = block.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
        if (lines.reduce((sum, { width }) => sum + width, 0) < room - 1) found.push(word);
      }
    }
    return found;
  }, kind);
