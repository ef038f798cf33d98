import { type Selector, transform } from "lightningcss";

/** The words of a page or script that may be class names: whatever is between blanks or quotes. */
export const wordsOf = (text: string): string[] => text.split(/["'`\s]+/u);

/** Whether a selector can never match: its class is not among the words, or it needs a shadow tree, which no page has. */
function asksInVain(selector: Selector, words: ReadonlySet<string>): boolean {
  return selector.some((component) => {
    if (component.type === "class") return !words.has(component.name);
    if (component.type !== "pseudo-class") return false;
    return (
      component.kind === "host" ||
      ((component.kind === "is" || component.kind === "where") &&
        component.selectors.every((inner) => asksInVain(inner, words)))
    );
  });
}

/**
 * Removes from a style sheet the selectors whose classes occur nowhere, such as those of the captcha that was not chosen:
 * Tailwind reads all sources.
 */
export function withoutUnusedRules(css: string, words: ReadonlySet<string>): string {
  const filename = "page.css";
  const { code } = transform({
    filename,
    code: Buffer.from(css),
    visitor: {
      Rule: {
        style: ({ value }) => (value.selectors.every((selector) => asksInVain(selector, words)) ? [] : undefined),
      },
      Selector: (selector) => (asksInVain(selector, words) ? [] : undefined),
    },
  });
  // Minifying also removes blocks that have become empty.
  return transform({ filename, code, minify: true }).code.toString();
}
