import { type Selector, transform } from "lightningcss";
import type { Plugin } from "vite";
import { shortNames } from "./shortNames.ts";

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/gu, "\\$&");

/** Replaces the utilities in a source by their short names, wherever they stand between blanks or quotes. */
export function shortenInSource(source: string, names: ReadonlyMap<string, string>): string {
  const utility = new RegExp(`(?<=["'\`\\s])(?:${[...names.keys()].map(escaped).join("|")})(?=["'\`\\s])`, "gu");
  return source.replace(utility, (name) => names.get(name) ?? name);
}

/** Shortens the classes of a selector, including those within `:is()` and the like, which lightningcss's visitor skips. */
function shortened(selector: Selector, names: ReadonlyMap<string, string>): Selector {
  return selector.map((component) => {
    if (component.type === "class") return { ...component, name: names.get(component.name) ?? component.name };
    if (
      component.type !== "pseudo-class" ||
      !(component.kind === "is" || component.kind === "where" || component.kind === "not" || component.kind === "has")
    )
      return component;
    return { ...component, selectors: component.selectors.map((inner) => shortened(inner, names)) };
  });
}

/** Shortens class names in the selectors of a style sheet. */
export function shortenInStyles(css: string, names: ReadonlyMap<string, string>): string {
  const { code } = transform({
    filename: "page.css",
    code: Buffer.from(css),
    minify: true,
    visitor: {
      Selector: (selector) => shortened(selector, names),
    },
  });
  return code.toString();
}

/** Vite plugin that shortens class names in the build: in pages and, consistently, in the scripts that hydrate them. */
export function shortenClassNames(): Plugin {
  let names: ReadonlyMap<string, string> = new Map();
  return {
    name: "short-class-names",
    apply: "build",
    enforce: "pre",
    async buildStart() {
      names = await shortNames();
    },
    transform: {
      // Not in the texts that visitors read.
      filter: { id: { include: /\/(?:components|pages)\/.*\.tsx?$/u, exclude: /\/components\/copy\//u } },
      handler: (source) => shortenInSource(source, names),
    },
  };
}
