import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import type { Command } from "commander";
import { filesBelow } from "../../scripts/build/exportFiles.ts";
import { processHost } from "../../scripts/cli/session/processHost.ts";
import { createProgram } from "../../scripts/program.ts";
import { scripts } from "../../package.json";

const below = async (folder: string) => (await filesBelow(folder)).map((file) => `${folder}/${file}`);

const sources = (
  await Promise.all(["components", "pages", "scripts", "server", "supabase", "tests"].map(below))
).flat();
const documents = [...(await readdir(".")), ...(await below("docs"))].filter((file) => file.endsWith(".md"));

const code = sources.filter((file) => /\.(?:mjs|sql|tsx?)$/u.test(file));
const files = [...(await readdir(".")), ...sources, ...documents, ...(await below("deploy"))];

/** The names in some texts that a pattern's group matches, each with the file of its text. */
const found = (texts: ReadonlyMap<string, string>, pattern: RegExp): { file: string; name: string }[] =>
  [...texts].flatMap(([file, text]) => Array.from(text.matchAll(pattern), ([, name = ""]) => ({ file, name })));

const textsOf = async (names: readonly string[]) =>
  new Map(await Promise.all(names.map(async (file) => [file, await readFile(file, "utf8")] as const)));

const documentTexts = await textsOf(documents);
const codeTexts = await textsOf(code);
const comment = /^\s*(?:\/\/|\/?\*|--)/u;
/** Prose to check: the documents, and the comments of the code. */
const prose = new Map([
  ...documentTexts,
  ...[...codeTexts].map(
    ([file, text]) =>
      [
        file,
        text
          .split("\n")
          .filter((line) => comment.test(line))
          .join("\n"),
      ] as const,
  ),
]);

// The formatter wraps all other code but strings, which stay in one piece so that they can be searched for.
it("has comments and SQL of at most 140 characters a line", () => {
  const long = [...codeTexts].flatMap(([file, text]) =>
    text
      .split("\n")
      .flatMap((line, index) =>
        line.length > 140 && (file.endsWith(".sql") || comment.test(line)) ? [`${file}:${index + 1}`] : [],
      ),
  );
  expect(long).toEqual([]);
});

it("names tests that exist in the commands of documents", () => {
  const tests = sources.filter((file) => /\.(?:test|spec)\.tsx?$/u.test(file));
  const named = found(documentTexts, /npx (?:vitest run|playwright test) ([a-z][\w./-]*)/gu);
  expect(named.length).toBeGreaterThan(2);
  expect(named.filter(({ name }) => !tests.some((file) => file.includes(name)))).toEqual([]);
});

it("links to files that exist", () => {
  const links = found(documentTexts, /\]\(([^)\s#:]+)(?:#[^)]*)?\)/gu);
  expect(links.length).toBeGreaterThan(10);
  expect(links.filter(({ file, name }) => !existsSync(join(dirname(file), name)))).toEqual([]);
});

it.each<[string, RegExp, (file: string, name: string) => boolean]>([
  ["files", /(?<![\w/{}@*.+-])([+A-Za-z][\w./-]*\.(?:tsx?|mjs))\b/gu, (file, name) => file.endsWith(`/${name}`)],
  ["tests", /`([\w/-]+\.(?:test|spec))`/gu, (file, name) => file.includes(`/${name}.`)],
  [
    "folders",
    /`((?:components|deploy|docs|pages|scripts|server|supabase|tests)\/[\w/-]*)`/gu,
    (file, name) => file.startsWith(`/${name}`),
  ],
])("names %s that exist in documents and comments", (_, pattern, isNamed) => {
  const named = found(prose, pattern);
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter(({ name }) => !files.some((file) => isNamed(`/${file}`, name)))).toEqual([]);
});

it("refers to decisions that are on record", async () => {
  const records = new Set((await readdir("docs/decisions")).map((file) => file.slice(0, 4)));
  // A number from 0600 on may be the mode of a file.
  const references = found(prose, /(?:\(|decisions?[ /]|records? |, | and )(0[0-5]\d\d)\b/gu);
  expect(references.length).toBeGreaterThan(50);
  expect(references.filter(({ name }) => !records.has(name))).toEqual([]);
});

it("names functions and variables in documents that the code has", () => {
  const words = new Set([...codeTexts.values()].flatMap((text) => text.match(/[A-Za-z_]\w*/gu) ?? []));
  const named = found(documentTexts, /`([a-z]+[A-Z]\w*)`/gu);
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter(({ name }) => !words.has(name))).toEqual([]);
});

it("names scripts of package.json and commands that exist", () => {
  const programs = new Map([...documentTexts, ...[...codeTexts].filter(([file]) => !file.endsWith(".test.ts"))]);
  const known = new Set(Object.keys(scripts));
  const named = found(programs, /npm run (?:--\S+ )?([a-z][\w:-]*)/gu);
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter(({ name }) => !known.has(name))).toEqual([]);
  const { host, dispose } = processHost(Symbol("closed"));
  const program = createProgram(host);
  dispose();
  const partOf = (command: Command, word: string | undefined) => command.commands.find((part) => part.name() === word);
  const isCommand = (name: string) => {
    const [first, second] = name.split(" ");
    const command = partOf(program, first);
    return command && (second === undefined || command.commands.length === 0 || partOf(command, second));
  };
  const commands = found(programs, /npx prelaunch ([a-z]+(?: [a-z]+)?)/gu);
  expect(commands.length).toBeGreaterThan(100);
  expect(commands.filter(({ name }) => !isCommand(name))).toEqual([]);
});
