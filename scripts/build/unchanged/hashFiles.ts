import type { Hash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join, posix } from "node:path";
import { ifMissing } from "../../../server/lib/caught.ts";

/** Adds the path of a file and its content, or that it is missing. */
export async function addFile(hash: Hash, root: string, path: string): Promise<void> {
  const content = await readFile(join(root, path)).catch(ifMissing(undefined));
  hash.update(`${path}\0${content === undefined ? "missing" : content.length}\0`);
  if (content) hash.update(content);
}

/** Adds all files below a folder that are `wanted`, in the order of their names. */
export async function addFolder(
  hash: Hash,
  root: string,
  path: string,
  wanted: (name: string) => boolean = () => true,
): Promise<void> {
  const entries = await readdir(join(root, path), { withFileTypes: true }).catch(ifMissing([]));
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const below = posix.join(path, entry.name);
    if (entry.isDirectory()) await addFolder(hash, root, below, wanted);
    else if (wanted(entry.name)) await addFile(hash, root, below);
  }
}
