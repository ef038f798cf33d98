import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { flushesOf, openFiles } from "../../tests/support/flushes.ts";
import { codeOf } from "../lib/caught.ts";
import { renameDurably } from "./durable.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "keelbook-durable-"));
  await writeFile(join(folder, "before"), "");
  return () => rm(folder, { recursive: true });
});
const rename = () => renameDurably(join(folder, "before"), join(folder, "after"));

it("puts the new name on the disk", async () => {
  const flushes = await flushesOf(folder);
  await rename();
  expect(flushes).toEqual([["after"]]);
});

it.each([
  // Of a folder that has no file operation for it (vfs_fsync(9)), as on some disks in user space.
  ["EINVAL", undefined],
  // Of every folder, on Windows.
  ["EPERM", undefined],
  ["EIO", "EIO"],
])("after %s of the folder fails with %s", async (code, failure) => {
  const sync = vi.spyOn(await openFiles(folder), "sync");
  onTestFinished(() => sync.mockRestore());
  sync.mockRejectedValueOnce(Object.assign(new Error(code), { code }));
  expect(await rename().catch(codeOf)).toBe(failure);
  expect(await readdir(folder)).toEqual(["after"]);
});
