import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const outdir = join(root, "dist/cli");

// Lets a bundled module find the files beside its source, such as supabase/migrations.
const keepSourceUrls = {
  name: "keep-source-urls",
  setup(build) {
    // oxlint-disable-next-line require-unicode-regexp -- Go, which runs the filter, has no such flag
    build.onLoad({ filter: /[\\/](?:scripts|server)[\\/].*\.ts$/ }, async ({ path }) => {
      const source = await readFile(path, "utf8");
      const fromBundle = relative(outdir, path).replaceAll(sep, "/");
      return {
        loader: "ts",
        contents: source.replaceAll("import.meta.url", `new URL(${JSON.stringify(fromBundle)}, import.meta.url).href`),
      };
    });
  },
};

/** File beside the bundle that lists the sources it was made from, as paths from the root. */
export const sourcesFile = join(outdir, "sources.json");

/** Bundles scripts/cli.ts to dist/cli/. Files are only added or replaced atomically, so a running command keeps its chunks. */
export async function bundle() {
  const { build } = await import("esbuild");
  const { dependencies, devDependencies } = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    entryPoints: [join(root, "scripts/cli.ts")],
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    target: "node20.19",
    // Only commander is bundled, as --help needs it; every other package is loaded by the verb that needs it.
    external: Object.keys({ ...dependencies, ...devDependencies }).filter((name) => name !== "commander"),
    banner: { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' },
    minify: true,
    keepNames: true,
    sourcemap: "linked",
    outdir,
    write: false,
    metafile: true,
    plugins: [keepSourceUrls],
  });
  const entryLast = outputFiles.toSorted(
    (a, b) => Number(a.path.endsWith("cli.js")) - Number(b.path.endsWith("cli.js")),
  );
  const sources = Object.keys(metafile.inputs).filter((path) => /^(?:scripts|server)\//u.test(path));
  const listed = { path: sourcesFile, contents: JSON.stringify(["scripts/bundle.mjs", ...sources]) };
  for (const { path, contents } of [listed, ...entryLast]) {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(`${path}.${process.pid}`, contents);
    await rename(`${path}.${process.pid}`, path);
  }
}
