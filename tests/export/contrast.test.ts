import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import * as mails from "../../components/mails/look.ts";
import { contrast } from "../support/contrast.ts";

const css = readFileSync("components/tokens.css", "utf8");

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

const text: [string, string[]][] = [
  ["ink", ["paper", "surface", "tint"]],
  // Disabled buttons and fields have muted text.
  ["muted", ["paper", "surface", "tint", "rule"]],
  ["sea", ["paper", "surface", "tint"]],
  ["sea-deep", ["paper", "surface"]],
  ["on-sea", ["sea", "sea-deep"]],
  ["brass", ["paper", "surface"]],
  ["danger", ["surface", "tint"]],
  ["success", ["paper", "surface", "tint"]],
  ["foam", ["deep", "shoal"]],
  ["mist", ["deep", "shoal"]],
  ["gold", ["deep", "shoal"]],
];
/** Colours of the edges of controls, of icons and of the focus ring (WCAG 1.4.11). */
const graphics: [string, string[]][] = [
  ["edge", ["paper", "surface", "tint"]],
  ["brass", ["paper", "surface", "tint"]],
  ["gold", ["deep", "shoal"]],
  ["keel", ["deep", "shoal"]],
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

describe.each([
  ["light", mails.light, light],
  ["dark", mails.dark, dark],
])("the %s palette of the mails", (_scheme, colors, page) => {
  it.each(Object.entries(colors))("has the page's %s", (name, color) => {
    const pages = page[name.replace("onSea", "on-sea")] ?? "";
    expect(color).toBe(pages.length === 4 ? pages.replaceAll(/[0-9a-f]/gu, "$&$&") : pages);
  });
});

it.each(["components/styles.css", "server/embedded/inboxPage/pages.ts"])(
  "is the only source of colours in %s",
  (file) => {
    const colors = [...readFileSync(file, "utf8").matchAll(/#[0-9a-f]{6}/gu)].map(([color]) => color);
    expect([...Object.values(light), ...Object.values(dark)]).toEqual(expect.arrayContaining(colors));
  },
);

it("is shown in docs/brand.md as it is", () => {
  const rows = [...readFileSync("docs/brand.md", "utf8").matchAll(/^\| (.*?) \| .*? \| (#.*?) \| (.*?)\|$/gmu)];
  const shown = rows.flatMap(([, names = "", lights = "", night = ""]) =>
    names
      .split(", ")
      .map((name, index) => [name, { light: lights.split(", ")[index], dark: night.trim() || undefined }]),
  );
  const own = Object.entries(light).map(([name, value]) => {
    const night = dark[name];
    return [name, { light: value, dark: night === value ? undefined : night }];
  });
  expect(Object.fromEntries(shown)).toEqual(Object.fromEntries(own));
});
