import { cp, mkdir, mkdtemp, readdir, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

/** What the page is built of, and its dev server. */
const parts = ["components", "pages", "public", "scripts", "server", "package.json", "tsconfig.json", "vite.config.ts"];

/** Copies the sources into a new folder, where a test may change them, beside links to the packages. Returns the folder. */
export async function copySources(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "keelbook-sources-"));
  for (const name of parts) await cp(name, join(folder, name), { recursive: true });
  // Not the folder itself, in which Vite has its cache.
  await mkdir(join(folder, "node_modules"));
  for (const name of await readdir("node_modules"))
    if (!name.startsWith("."))
      await symlink(resolve("node_modules", name), join(folder, "node_modules", name), "junction");
  return folder;
}
