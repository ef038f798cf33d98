import { type FileHandle, open, readdir, stat } from "node:fs/promises";
import { onTestFinished, vi } from "vitest";

/** What all open files of this process inherit from, which Node does not export. */
export async function openFiles(path: string): Promise<FileHandle> {
  const handle = await open(path);
  await handle.close();
  return Object.getPrototypeOf(handle);
}

/** The names in a folder at each time when this process put the folder on the disk, from now until the test has finished. */
export async function flushesOf(folder: string): Promise<string[][]> {
  const flushes: string[][] = [];
  const { ino } = await stat(folder);
  const sync = vi.spyOn(await openFiles(folder), "sync").mockImplementation(async function (this: FileHandle) {
    if ((await this.stat()).ino === ino) flushes.push((await readdir(folder)).sort());
  });
  onTestFinished(() => sync.mockRestore());
  return flushes;
}
