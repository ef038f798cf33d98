import { readFileSync, statSync } from "node:fs";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { writeProblem } from "./projectFolder.mjs";

// The programs that users run are bundles, since starting through tsx takes three times as long and it runs what it finds in the
// shared temporary folder. They are built on first use and again when a source is newer, so a fresh clone needs no step of its own
// (docs/decisions/0030).

const root = fileURLToPath(new URL("..", import.meta.url));
const outdir = join(root, "dist/scripts");
/** The sources of the programs. The last is written last, so that its time is that of a whole bundle. */
const entries = { build: "scripts/build/main.ts", start: "scripts/start.ts", cli: "scripts/cli.ts" };
const last = join(outdir, "cli.js");

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
const sourcesFile = join(outdir, "sources.json");

/** Whether a source of the bundle is newer than the bundle, or gone. A new source counts too: the file importing it is newer. */
function stale() {
  const built = statSync(last, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  try {
    const sources = JSON.parse(readFileSync(sourcesFile, "utf8"));
    return sources.some((path) => !(statSync(join(root, path), { throwIfNoEntry: false })?.mtimeMs <= built));
  } catch {
    return true;
  }
}

/** Bundles the programs to dist/scripts/. Files are only added or replaced atomically, so a running program keeps its chunks. */
async function bundle() {
  const { build } = await import("esbuild");
  const { dependencies, devDependencies } = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    entryPoints: entries,
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    target: "node20.19",
    // Only commander is bundled, as --help needs it; every other package is loaded by what needs it.
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
  const entryLast = outputFiles.toSorted((a, b) => Number(a.path === last) - Number(b.path === last));
  const sources = Object.keys(metafile.inputs).filter((path) => /^(?:scripts|server)\//u.test(path));
  const listed = { path: sourcesFile, contents: JSON.stringify(["scripts/bundle.mjs", ...sources]) };
  for (const { path, contents } of [listed, ...entryLast]) {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(`${path}.${process.pid}`, contents);
    await rename(`${path}.${process.pid}`, path);
  }
}

/**
 * Imports a program by its name in `entries`, bundled anew where necessary. Where that cannot be written, says so in one line, of which
 * `who` is the subject, sets exit code 1 and returns undefined.
 */
export async function importBundled(name, who) {
  if (stale())
    try {
      await bundle();
    } catch (error) {
      const problem = writeProblem(error);
      process.stderr.write(
        `${who} is bundled on first use and after an update, and ${problem}. Run it once as the owner of that folder.\n`,
      );
      process.exitCode = 1;
      return undefined;
    }
  return import(pathToFileURL(join(outdir, `${name}.js`)).href);
}
