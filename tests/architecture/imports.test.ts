import { readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { expect, it } from "vitest";
import { filesBelow } from "../../scripts/build/exportFiles.ts";
import { allowed } from "./allowedImports.ts";

const longestFirst = Object.keys(allowed).toSorted((a, b) => b.length - a.length);
const roomOf = (file: string): string => longestFirst.find((name) => file.startsWith(`${name}/`)) ?? dirname(file);

/** The desk's page runs in a browser. */
const isDeskPage = (file: string): boolean => /^scripts\/desk\/(?:page|words)\//u.test(file);
const isTest = (file: string): boolean => /\.test\.tsx?$/u.test(file);
const specifiers = /(?:\bfrom |\bimport\(|^import )"(\.[^"]+)"/gmu;

const sourcesBelow = async (folder: string): Promise<string[]> =>
  (await filesBelow(folder)).filter((file) => /\.tsx?$/u.test(file)).map((file) => `${folder}/${file}`);

async function importsBelow(folder: string) {
  return (await sourcesBelow(folder)).flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(specifiers)].map(([, specifier = ""]) => {
      const to = normalize(join(dirname(file), specifier));
      return { file, to, edge: [roomOf(file), roomOf(to)] as const };
    }),
  );
}

const page = (
  await Promise.all(["components", "pages", "scripts/desk/page", "scripts/desk/words"].map(importsBelow))
).flat();
const server = await importsBelow("server");
const scripts = await importsBelow("scripts");

// The page's tests may import anything from the page. From the server they may import what the server's code
// may, and from tests/.
const imports = [
  ...page.filter(({ file }) => !isTest(file)),
  ...scripts.filter(({ file, to }) => !isTest(file) && !isDeskPage(file) && !to.startsWith("server/")),
  ...server.filter(({ file, to }) => !(isTest(file) && to.startsWith("tests/"))),
];

it("finds the imports of every folder", () => {
  expect([page, server, scripts].map(({ length }) => length > 200)).toEqual([true, true, true]);
});

it("lets a folder import only what the table allows", () => {
  const stray = imports.filter(({ edge: [from, to] }) => from !== to && !allowed[from]?.includes(to));
  expect(stray.map(({ file, to }) => `${file} imports ${to}`)).toEqual([]);
});

it("lets only scripts/program.ts import a command, and only a command the desk: what two need is in cli, files, operator or checks", () => {
  const commandOf = (file: string) => /^scripts\/commands\/[^/]+/u.exec(file)?.[0];
  const isDesk = (file: string) => file.startsWith("scripts/desk/");
  const stray = scripts.filter(({ file, to }) =>
    isDesk(to)
      ? !isDesk(file) && file !== "scripts/commands/desk.ts"
      : commandOf(to) !== undefined && commandOf(file) !== commandOf(to) && file !== "scripts/program.ts",
  );
  expect(stray.filter(({ file }) => !isTest(file)).map(({ file, to }) => `${file} imports ${to}`)).toEqual([]);
});

it("loads the embedded stack for no command before one needs it", () => {
  const loads = /^import (?!type )[^;]*?"(\.[^"]+)";/gmsu;
  const loaded = new Set(["scripts/cli.ts"]);
  for (const file of loaded)
    for (const [, specifier = ""] of readFileSync(file, "utf8").matchAll(loads))
      if (specifier.endsWith(".ts")) loaded.add(normalize(join(dirname(file), specifier)));
  expect(loaded.size).toBeGreaterThan(50);
  expect([...loaded].filter((file) => file.startsWith("server/embedded/"))).toEqual([]);
});

/** These files are loaded by the bundler, the compiler or tests. */
const loadedOtherwise =
  /\.(?:test|worker|d)\.tsx?$|^components\/(?:testkit\/|dev\/mockCaptcha\.tsx$)|^scripts\/desk\/(?:page\/main\.tsx|vite\.config\.ts)$/u;

it("has no file that nothing imports, such as a section that no page shows", async () => {
  const deployed = await importsBelow("supabase/functions");
  const imported = new Set(
    [...page, ...server, ...scripts, ...deployed].flatMap(({ file, to }) => (isTest(file) ? [] : to)),
  );
  const sources = (await Promise.all(["components", "scripts/desk", "server"].map(sourcesBelow))).flat();
  expect(sources.filter((file) => !imported.has(file) && !loadedOtherwise.test(file))).toEqual([]);
});

it("allows nothing that no file uses", () => {
  const used = new Set(imports.map(({ edge }) => edge.join(" -> ")));
  const unused = Object.entries(allowed).flatMap(([from, folders]) => folders.map((to) => `${from} -> ${to}`));
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
  expect(Object.keys(allowed).filter((folder) => reaches(folder, folder))).toEqual([]);
});
