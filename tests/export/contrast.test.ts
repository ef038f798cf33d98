import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const css = readFileSync("components/styles.css", "utf8");

function palette(block: RegExp): Record<string, string> {
  const declarations = block.exec(css)?.[1] ?? "";
  return Object.fromEntries(
    [...declarations.matchAll(/--color-([\w-]+): (#[0-9a-f]{3,6});/gu)].map(([, name = "", value = ""]) => [
      name,
      value,
    ]),
  );
}

const light = palette(/@theme \{(.*?)\n\}/su);
const dark = { ...light, ...palette(/prefers-color-scheme: dark\) \{(.*?)\n {2}\}/su) };

/** Relative luminance (WCAG 2.2). */
function luminance(color: string): number {
  const digits = color.length === 4 ? color.slice(1).replaceAll(/./gu, "$&$&") : color.slice(1);
  const [red = 0, green = 0, blue = 0] = (digits.match(/../gu) ?? []).map((pair) => {
    const value = Number.parseInt(pair, 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

const text: [string, string[]][] = [
  ["ink", ["paper", "surface", "tint"]],
  // Disabled buttons and fields are muted on rule.
  ["muted", ["paper", "surface", "tint", "rule"]],
  ["sea", ["paper", "surface"]],
  ["sea-deep", ["paper", "surface"]],
  ["on-sea", ["sea", "sea-deep"]],
  ["brass", ["paper", "surface"]],
  ["danger", ["surface"]],
  ["foam", ["deep", "hull"]],
  ["mist", ["deep", "hull"]],
  ["gold", ["deep"]],
];
/** What shows the edge of a control, an icon or the focus (WCAG 1.4.11). */
const graphics: [string, string[]][] = [
  ["edge", ["paper", "surface", "tint"]],
  ["brass", ["paper", "surface", "tint"]],
  ["gold", ["deep", "hull"]],
];

describe.each(Object.entries({ light, dark }))("the %s palette", (_scheme, colors) => {
  const pairs = (list: [string, string[]][]) =>
    list.flatMap(([front, backs]) => backs.map((back): [string, string] => [front, back]));
  const between = (front: string, back: string) => contrast(colors[front] ?? "", colors[back] ?? "");

  it.each(pairs(text))("sets %s on %s legibly", (front, back) => {
    expect(between(front, back)).toBeGreaterThanOrEqual(4.5);
  });

  it.each(pairs(graphics))("makes %s visible on %s", (front, back) => {
    expect(between(front, back)).toBeGreaterThanOrEqual(3);
  });
});
