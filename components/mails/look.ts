import type { CSSProperties } from "react";
import { type ColorName, palette } from "../../server/contract/palette.ts";

/** The page's palette as literal values, as mail programs do not support variables. */
export const { light, dark } = palette;

/** Fonts of body text: system fonts, as mails load none. */
export const sans = "-apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif";
/** Fonts of headings, as on the page. */
export const display = "'Iowan Old Style', 'Palatino Linotype', Palatino, P052, Georgia, serif";

/** Colours of an element: inline for light mode, and by classes for programs with dark mode. */
export function colors(front: ColorName | undefined, back?: ColorName): { className: string; style: CSSProperties } {
  const classes = [front && `on-${front}`, back && `in-${back}`].filter(Boolean);
  return {
    className: classes.join(" "),
    style: { ...(front && { color: light[front] }), ...(back && { backgroundColor: light[back] }) },
  };
}

const fronts: readonly ColorName[] = ["ink", "muted", "sea", "onSea", "foam", "mist"];
const backs: readonly ColorName[] = ["paper", "surface", "ink", "rule", "sea", "deep", "gold", "edge"];
const darkRules = [
  `body{background-color:${dark.paper} !important}`,
  ...fronts.map((name) => `.on-${name}{color:${dark[name]} !important}`),
  ...backs.map((name) => `.in-${name}{background-color:${dark[name]} !important}`),
  `.jib{border-bottom-color:${dark.sea} !important}`,
  `.edge{border-color:${dark.rule} !important}`,
  `.half{background-image:linear-gradient(${dark.surface} 50%,${dark.deep} 50%) !important}`,
];
const narrowRules = [
  ".side{width:20px !important}",
  ".inset{padding-left:20px !important;padding-right:20px !important}",
  "h1{font-size:28px !important;line-height:34px !important}",
];

/** Width of the column, in px. Where it fills the window, its corners are square. */
export const columnWidth = 600;

/** Attributes of a table that only arranges its cells. */
export const layoutTable = { border: 0, cellPadding: "0", cellSpacing: "0", role: "presentation" } as const;

/** The content of a cell that shows none: Outlook drops empty cells. */
export const nothing = "\u00a0";

/** The style sheet of every mail, with the rules that cannot be inline. Some programs drop a rule without a space before `!important`. */
export const css = [
  ":root{color-scheme:light dark;supported-color-schemes:light dark}",
  `body{margin:0;padding:0;background-color:${light.paper};-webkit-text-size-adjust:100%}`,
  `@media (max-width:${columnWidth}px){.sheet{border-radius:0 !important}}`,
  `@media (max-width:480px){${narrowRules.join("")}}`,
  `@media (prefers-color-scheme:dark){${darkRules.join("")}}`,
].join("");

/** The fonts for Outlook for Windows: it may show Times New Roman where it does not know the first of a list, and inside nested tables. */
export const outlookCss = [
  "td,p,li{font-family:'Segoe UI',Arial,sans-serif !important}",
  "h1,h2,h3,.display{font-family:'Palatino Linotype',Georgia,serif !important}",
].join("");
