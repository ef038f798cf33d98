import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { pidFileIn, readPidFile } from "./pidFile.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "keelbook-pid-"));
});
afterEach(() => rm(folder, { recursive: true }));

it("reads process, socket and state, as far as the file says them", async () => {
  await writeFile(pidFileIn(folder), "123\n/data\n1700000000\n5432\n.\n\n  1 2\nstarting\n");
  expect(await readPidFile(folder)).toEqual({ pid: 123, socketNumber: 5432, isReady: false });
  await writeFile(pidFileIn(folder), "123\n/data\n1700000000\n5432\n.\n\n  1 2\nready   \n");
  expect(await readPidFile(folder)).toEqual({ pid: 123, socketNumber: 5432, isReady: true });
  await writeFile(pidFileIn(folder), "");
  expect(await readPidFile(folder)).toEqual({ pid: 0, socketNumber: Number.NaN, isReady: false });
});

it("tells a file that cannot be read from one that is not there", async () => {
  expect(await readPidFile(folder)).toBeUndefined();
  await mkdir(pidFileIn(folder));
  expect(await readPidFile(folder)).toMatchObject({ isReady: false });
});
