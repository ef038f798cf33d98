import { mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, it } from "vitest";
import { flushesOf } from "../../../tests/support/flushes.ts";
import { StackError } from "../errors/stackError.ts";
import { readOrCreateKeys } from "./keys.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "keelbook-keys-"));
  return () => rm(folder, { recursive: true });
});

it("are not made anew where those that there are cannot be read", async () => {
  await mkdir(join(folder, "keys.json"));
  const refused = readOrCreateKeys(folder);
  await expect(refused).rejects.toThrow(StackError);
  await expect(refused).rejects.toThrow("keys.json cannot be read: EISDIR");
  expect(await readdir(folder)).toEqual(["keys.json"]);
});

it("are on the disk before anything uses them, as a power cut would leave a database whose password nobody knows", async () => {
  const flushes = await flushesOf(folder);
  await readOrCreateKeys(folder);
  expect(flushes).toEqual([["keys.json"]]);
});
