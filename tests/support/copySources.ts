import { cp, mkdir, mkdtemp, readdir, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

/** Folders and files that the page and its dev server are built of. */
const parts = ["components", "pages", "public", "scripts", "server", "package.json", "tsconfig.json", "vite.config.ts"];

/**
 * Copies the sources into a new folder, where a test may change them, with links to the packages. Returns the
 * folder.
 */
export async function copySources(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "keelbook-sources-"));
  for (const name of parts) await cp(name, join(folder, name), { recursive: true });
  // The folder of the packages is not linked as a whole, because Vite has its cache in it.
  await mkdir(join(folder, "node_modules"));
  for (const name of await readdir("node_modules"))
    if (!name.startsWith("."))
      await symlink(resolve("node_modules", name), join(folder, "node_modules", name), "junction");
  return folder;
}
