import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { filesBelow } from "../../scripts/build/exportFiles.ts";

const below = async (folder: string) => (await filesBelow(folder)).map((file) => `${folder}/${file}`);

const sources = (
  await Promise.all(["components", "pages", "scripts", "server", "supabase", "tests"].map(below))
).flat();
const documents = [...(await readdir(".")), ...(await below("docs"))].filter((file) => file.endsWith(".md"));

/** What a pattern's group matches in some files, each with the file. */
const found = async (files: readonly string[], pattern: RegExp): Promise<{ file: string; name: string }[]> =>
  (
    await Promise.all(
      files.map(async (file) =>
        [...(await readFile(file, "utf8")).matchAll(pattern)].map(([, name = ""]) => ({ file, name })),
      ),
    )
  ).flat();

it("names tests that exist in the commands of documents", async () => {
  const tests = sources.filter((file) => /\.(?:test|spec)\.tsx?$/u.test(file));
  const named = await found(documents, /npx (?:vitest run|playwright test) ([a-z][\w./-]*)/gu);
  expect(named.length).toBeGreaterThan(2);
  expect(named.filter(({ name }) => !tests.some((file) => file.includes(name)))).toEqual([]);
});

it("links to files that exist", async () => {
  const links = await found(documents, /\]\(([^)\s#:]+)(?:#[^)]*)?\)/gu);
  expect(links.length).toBeGreaterThan(10);
  expect(links.filter(({ file, name }) => !existsSync(join(dirname(file), name)))).toEqual([]);
});

it("refers to decisions that are on record", async () => {
  const records = new Set((await readdir("docs/decisions")).map((file) => file.slice(0, 4)));
  const code = sources.filter((file) => /\.(?:mjs|sql|tsx?)$/u.test(file));
  const references = await found([...code, ...documents], /docs\/decisions\/(\d{4})/gu);
  expect(references.length).toBeGreaterThan(20);
  expect(references.filter(({ name }) => !records.has(name))).toEqual([]);
});
