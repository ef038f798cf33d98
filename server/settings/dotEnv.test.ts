import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { cutInDotEnv, readDotEnv } from "./dotEnv.ts";

const fileOf = async (content: string) => {
  const folder = await mkdtemp(join(tmpdir(), "keelbook-dotenv-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, ".env"), content);
  return folder;
};

it.each([
  ["A=pass#word", "pass"],
  ["export A = pass#word # a comment", "pass"],
  ['A="Best" Ltd, Harbourtown', "Best"],
  ["A='it''s'", "it"],
  ['A="say \\"hello\\""', "say \\"],
])("names a value that is cut: %s", async (line, value) => {
  const folder = await fileOf(`B=1\r\n${line}\r\nC=2\r\n`);
  expect(readDotEnv(folder)).toMatchObject({ A: value, C: "2" });
  expect(cutInDotEnv(folder)).toEqual(["A"]);
});

it.each([
  ["A=password", "password"],
  ["A=pass # a comment with # and 'quotes'", "pass"],
  ["A=# nothing", ""],
  ["A=", ""],
  ["A='pass#word' # a comment", "pass#word"],
  ['A="it\'s"', "it's"],
  ['A=it\'s "ours"', 'it\'s "ours"'],
  ["A='{\"one\": 1}'", '{"one": 1}'],
])("names no value that is whole: %s", async (line, value) => {
  const folder = await fileOf(`# don't#t\n${line}\nB=2\n`);
  expect(readDotEnv(folder)).toEqual({ A: value, B: "2" });
  expect(cutInDotEnv(folder)).toEqual([]);
});

it("finds nothing where there is no file", async () => {
  expect(cutInDotEnv(join(tmpdir(), "keelbook-no-such-folder"))).toEqual([]);
});
