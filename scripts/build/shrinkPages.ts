import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { transform } from "esbuild";
import { shortenInStyles } from "./classNames/shortenClassNames.ts";
import { shortNames } from "./classNames/shortNames.ts";
import { withoutUnusedProperties } from "./unusedProperties.ts";

const pages = ["index.html", "404.html"];

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

/** Makes styles and head script in the pages as short as the bundler would make files of them (docs/decisions/0014). */
export async function shrinkPages(site: string): Promise<void> {
  const names = await shortNames();
  await Promise.all(
    pages.map(async (page) => {
      const path = join(site, page);
      const html = await readFile(path, "utf8");
      const styled = await replaced(html, /<style>(.*?)<\/style>/su, (css) =>
        shortenInStyles(withoutUnusedProperties(css), names),
      );
      const scripted = await replaced(styled, /<script>(.*?)<\/script>/su, async (script) =>
        (await transform(script, { minify: true })).code.trim(),
      );
      await writeFile(path, scripted);
    }),
  );
}
