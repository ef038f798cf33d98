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
  const pairs = (list: [ColorName, ColorName[]][]) =>
    list.flatMap(([front, backs]) => backs.map((back): [ColorName, ColorName] => [front, back]));

  it.each(pairs(text))("sets %s on %s legibly", (front, back) => {
    expect(contrast(colors[front], colors[back])).toBeGreaterThanOrEqual(4.5);
  });

  it.each(pairs(graphics))("makes %s visible on %s", (front, back) => {
    expect(contrast(colors[front], colors[back])).toBeGreaterThanOrEqual(3);
  });
});

it("is the only source of colours", () => {
  for (const file of ["components/styles.css", "components/mails/look.ts", "server/embedded/inboxPage/pages.ts"]) {
    const colors = readFileSync(file, "utf8").match(/#[0-9a-f]{6}\b/gu) ?? [];
    expect(colors).toEqual([]);
  }
});
