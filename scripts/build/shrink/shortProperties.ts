import { transform } from "lightningcss";
import { letters } from "../letters.ts";

/**
 * Gives the custom properties of a style sheet short names, in the order in which they first occur, and the same to other names
 * with two dashes, such as those of timelines. A name that only reads what the sheet does not declare changes as well, so run
 * `withoutUnusedProperties` first.
 */
export function shortenProperties(css: string): string {
  const names = new Map<string, string>();
  const { code } = transform({
    filename: "page.css",
    code: Buffer.from(css),
    minify: true,
    visitor: {
      DashedIdent(name) {
        const short = names.get(name) ?? `--${letters(names.size)}`;
        names.set(name, short);
        return short;
      },
    },
  });
  return code.toString();
}
