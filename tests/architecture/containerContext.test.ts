import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";

const patterns = async (file: string) =>
  (await readFile(file, "utf8")).split("\n").filter((line) => line !== "" && !line.startsWith("#"));

/** Turns a pattern of Git's into a container engine's, whose patterns begin at the root. */
const fromRoot = (pattern: string) => {
  const path = pattern.replace(/\/$/u, "");
  return path.includes("/") ? path.replace(/^\//u, "") : `**/${path}`;
};

it.each([".containerignore", ".dockerignore"])("%s keeps out of images whatever Git ignores", async (file) => {
  expect(await patterns(file)).toEqual([".git", ...(await patterns(".gitignore")).map(fromRoot)]);
});
