import type { Plugin } from "vite";
import { icon, palette } from "../../../server/contract/palette.ts";

/** `seaDeep` as `--color-sea-deep`. */
const property = ([name, value]: [string, string]): string =>
  `--color-${name.replaceAll(/[A-Z]/gu, (letter) => `-${letter.toLowerCase()}`)}: ${value};`;
const day = new Map(Object.entries(palette.light));
const night = Object.entries(palette.dark).filter(([name, value]) => value !== day.get(name));

/** The palette as Tailwind's theme. */
const theme = `@theme { --color-*: initial; ${[...day].map(property).join(" ")} }
@layer theme { @media screen and (prefers-color-scheme: dark) { :root { ${night.map(property).join(" ")} } } }
@layer components { .deep { ${property(["sea", palette.dark.sea])} } }
`;

/**
 * Gives the style sheets of the page and of the desk the palette's colours, and the dev server the icon. It must
 * stand before Tailwind's plugin.
 */
export const colors = (): Plugin => ({
  name: "colors",
  enforce: "pre",
  transform: { filter: { id: /\/(?:components\/styles|desk\/page\/desk)\.css/u }, handler: (css) => css + theme },
  configureServer({ middlewares, config }) {
    middlewares.use(`${config.base}icon.svg`, (_, response) => {
      response.setHeader("content-type", "image/svg+xml");
      response.end(icon);
    });
  },
});
