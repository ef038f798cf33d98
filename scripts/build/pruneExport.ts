import { readdir, readFile, rm, rmdir } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { filesBelow } from "./exportFiles.ts";

/**
 * Deletes the assets that no page leads to: Vike writes the entries of its client runtime and stubs of the pages even for
 * pages that are HTML only. Hashed file names are unique, so a name that occurs in a text is a reference.
 */
export async function pruneExport(site: string): Promise<void> {
  const files = await filesBelow(site);
  const assets = files.filter((file) => file.startsWith("assets/"));
  const reached = new Set<string>();
  const queue = files.filter((file) => file.endsWith(".html"));
  for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
    const text = await readFile(join(site, file), "utf8");
    for (const asset of assets) {
      if (reached.has(asset) || !text.includes(basename(asset))) continue;
      reached.add(asset);
      queue.push(asset);
    }
  }
  const orphans = assets.filter((asset) => !reached.has(asset));
  await Promise.all(orphans.map((asset) => rm(join(site, asset))));
  for (const folder of new Set(orphans.map((asset) => join(site, dirname(asset))))) {
    if ((await readdir(folder)).length === 0) await rmdir(folder);
  }
}
