import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { type ColorName, palette } from "../../server/contract/palette.ts";
import { contrast } from "../support/contrast.ts";

const text: [ColorName, ColorName[]][] = [
  ["ink", ["paper", "surface", "tint"]],
  // Disabled buttons and fields have muted text.
  ["muted", ["paper", "surface", "tint", "rule"]],
  ["sea", ["paper", "surface", "tint"]],
  ["seaDeep", ["paper", "surface"]],
  ["onSea", ["sea", "seaDeep"]],
  ["brass", ["paper", "surface"]],
  ["danger", ["surface", "tint"]],
  ["success", ["paper", "surface", "tint"]],
  ["foam", ["deep", "shoal"]],
  ["mist", ["deep", "shoal"]],
  ["gold", ["deep", "shoal"]],
];
/** Colours of the edges of controls, of icons and of the focus ring (WCAG 1.4.11). */
const graphics: [ColorName, ColorName[]][] = [
  ["edge", ["paper", "surface", "tint"]],
  ["brass", ["paper", "surface", "tint"]],
  ["gold", ["deep", "shoal"]],
  ["keel", ["deep", "shoal"]],
];

describe.each(Object.entries(palette))("the %s palette", (_scheme, colors) => {
  it.each([
    ["text is legible", 4.5, text],
    ["graphics are visible", 3, graphics],
  ])("%s", (_what, least, list) => {
    const pairs = list.flatMap(([front, backs]) => backs.map((back) => [front, back] as const));
    expect(pairs.filter(([front, back]) => contrast(colors[front], colors[back]) < least)).toEqual([]);
  });
});

it("is the only source of colours", () => {
  for (const file of ["components/styles.css", "components/mails/look.ts", "server/embedded/inboxPage/pages.ts"]) {
    const colors = readFileSync(file, "utf8").match(/#[0-9a-f]{6}\b/gu) ?? [];
    expect(colors).toEqual([]);
  }
});
