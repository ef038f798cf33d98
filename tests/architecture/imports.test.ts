import { readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { expect, it } from "vitest";
import { filesBelow } from "../../scripts/build/prune.ts";

/**
 * Which folders of the page may import which (docs/decisions/0100). A file belongs to the folder with the longest matching path,
 * and may import from that folder and from those listed. .oxlintrc.json checks the top-level folders, this table those inside.
 */
const allowed: Record<string, readonly string[]> = {
  pages: [
    "components",
    "components/auth",
    "components/dev",
    "components/forms",
    "components/hydration",
    "components/landing",
    "components/mailLinks",
  ],
  // Files directly in components/: site.ts, events.ts, the style sheets.
  components: ["server/contract"],
  "components/copy": ["server/contract"],
  "components/ui": ["components/copy"],
  "components/hydration": ["components/copy"],
  "components/auth": [
    "components",
    "components/copy",
    "components/forms/backend",
    "components/hydration",
    "components/mailLinks",
    "components/ui",
    "server/contract",
  ],
  "components/forms": [
    "components/forms/*",
    "components/forms/captcha",
    "components/forms/captcha/altcha",
    "components/forms/early",
    "components/forms/submission",
    "components/hydration",
    "components/ui",
  ],
  // Every form: any folder of components/forms that has no entry of its own.
  "components/forms/*": ["components", "components/copy", "components/forms/submission", "server/contract"],
  "components/forms/early": [
    "components/copy",
    "components/forms/backend",
    "components/forms/captcha/altcha",
    "components/forms/submission",
    "components/hydration",
    "components/ui",
  ],
  "components/forms/submission": [
    "components/copy",
    "components/forms/backend",
    "components/forms/captcha",
    "components/forms/captcha/provider",
    "components/hydration",
    "components/ui",
    "server/contract",
  ],
  "components/forms/captcha": [
    "components/forms/backend",
    "components/forms/captcha/altcha",
    "components/forms/captcha/provider",
    "components/forms/captcha/recaptcha",
  ],
  "components/forms/captcha/altcha": [
    "components/copy",
    "components/forms/backend",
    "components/forms/captcha/provider",
    "components/ui",
    "server/contract",
  ],
  "components/forms/captcha/recaptcha": ["components/copy", "components/forms/captcha/provider", "components/ui"],
  "components/forms/captcha/provider": [],
  "components/forms/backend": ["components/copy", "server/contract"],
  "components/landing": [
    "components",
    "components/copy",
    "components/forms",
    "components/forms/submission",
    "components/ui",
  ],
  "components/mailLinks": [
    "components",
    "components/copy",
    "components/forms/backend",
    "components/ui",
    "server/contract",
  ],
  "components/dev": ["components/auth", "components/forms/captcha/provider", "server/mocks"],
  "components/testkit": ["components/auth", "components/forms/captcha/provider", "server/contract", "server/mocks"],
  "components/mails": ["components/copy"],
};

const others = ["server/contract", "server/mocks"];
const longestFirst = [...Object.keys(allowed), ...others].toSorted((a, b) => b.length - a.length);
const roomOf = (file: string): string => {
  const room = longestFirst.find((name) => file.startsWith(`${name}/`)) ?? dirname(file);
  return room === "components/forms" && dirname(file) !== room ? "components/forms/*" : room;
};

const specifiers = /(?:\bfrom |\bimport\(|^import )"(\.[^"]+)"/gmu;
const below = await Promise.all(
  ["components", "pages"].map(async (folder) => (await filesBelow(folder)).map((file) => `${folder}/${file}`)),
);
const files = below.flat().filter((file) => /\.tsx?$/u.test(file) && !/\.test\.tsx?$/u.test(file));
const imports = files.flatMap((file) =>
  [...readFileSync(file, "utf8").matchAll(specifiers)].map(([, specifier = ""]) => {
    const to = normalize(join(dirname(file), specifier));
    return { file, to, edge: [roomOf(file), roomOf(to)] as const };
  }),
);

it("finds the imports of the page", () => {
  expect(imports.length).toBeGreaterThan(200);
});

it("lets a folder import only what the table allows", () => {
  const stray = imports.filter(({ edge: [from, to] }) => from !== to && !allowed[from]?.includes(to));
  expect(stray.map(({ file, to }) => `${file} imports ${to}`)).toEqual([]);
});

it("allows nothing that no file uses", () => {
  const used = new Set(imports.map(({ edge }) => edge.join(" -> ")));
  const unused = Object.entries(allowed).flatMap(([from, rooms]) => rooms.map((to) => `${from} -> ${to}`));
  expect(unused.filter((edge) => !used.has(edge))).toEqual([]);
});

it("allows no cycle", () => {
  const reaches = (from: string, to: string, seen = new Set<string>()): boolean =>
    (allowed[from] ?? []).some((next) => {
      if (next === to) return true;
      if (seen.has(next)) return false;
      seen.add(next);
      return reaches(next, to, seen);
    });
  expect(Object.keys(allowed).filter((room) => reaches(room, room))).toEqual([]);
});
