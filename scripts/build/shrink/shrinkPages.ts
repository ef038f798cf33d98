import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { transform } from "esbuild";
import { shortenInStyles } from "../classNames/shortenClassNames.ts";
import { shortNames } from "../classNames/shortNames.ts";
import { filesBelow, pagesBelow } from "../exportFiles.ts";
import { withoutRestatedBorders } from "./restatedBorders.ts";
import { shortenMarkup } from "./shortMarkup.ts";
import { shortenProperties } from "./shortProperties.ts";
import { withoutUnusedProperties } from "./unusedProperties.ts";
import { withoutUnusedRules, wordsOf } from "./unusedRules.ts";

async function replaced(
  text: string,
  pattern: RegExp,
  change: (inner: string) => string | Promise<string>,
): Promise<string> {
  const inner = pattern.exec(text)?.[1];
  if (inner === undefined) return text;
  const shorter = await change(inner);
  return text.replace(inner, () => shorter);
}

/** The only style sheet of a page. */
const style = /<style>(.*?)<\/style>/su;

/**
 * The words of all pages and scripts. The pages share one style sheet: a second one would add its hash to the policy that
 * every answer carries.
 */
async function wordsBelow(site: string): Promise<ReadonlySet<string>> {
  const files = (await filesBelow(site)).filter((file) => /\.(?:html|js)$/u.test(file));
  const texts = await Promise.all(files.map((file) => readFile(join(site, file), "utf8")));
  return new Set(texts.flatMap((text) => wordsOf(text.replace(style, ""))));
}

/** Makes pages short: inline styles and head script as the bundler would make them in files, and markup (docs/decisions/0014). */
export async function shrinkPages(site: string): Promise<void> {
  const names = await shortNames();
  const words = await wordsBelow(site);
  await Promise.all(
    (await pagesBelow(site)).map(async (page) => {
      const path = join(site, page);
      const html = await readFile(path, "utf8");
      const styled = await replaced(html, style, (css) =>
        shortenProperties(
          withoutRestatedBorders(withoutUnusedRules(shortenInStyles(withoutUnusedProperties(css), names), words)),
        ),
      );
      const scripted = await replaced(styled, /<script>(.*?)<\/script>/su, async (script) =>
        (await transform(script, { minify: true })).code.trim(),
      );
      await writeFile(path, shortenMarkup(scripted));
    }),
  );
}
