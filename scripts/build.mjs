// The build of the site: `npm run build`. Plain JavaScript that bundles scripts/build/main.ts and runs the bundle, since
// starting through tsx takes up to a quarter of the processor time (docs/decisions/0030).
import { mkdir, rename, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";
import { folderProblem, writeProblem } from "./projectFolder.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));

async function bundleAndRun() {
  const file = join(root, "dist/scripts/build.mjs");
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: ["scripts/build/main.ts"],
    outfile: file,
    bundle: true,
    packages: "external",
    format: "esm",
    platform: "node",
    target: "node20.19",
    write: false,
  });
  // Another build may run at the same time, so the file is replaced atomically.
  const fresh = `${file}.${process.pid}`;
  try {
    await mkdir(dirname(file), { recursive: true });
    for (const { contents } of outputFiles) await writeFile(fresh, contents);
    await rename(fresh, file);
  } catch (error) {
    return refuse(`The build ${writeProblem(error)}`);
  }
  return import(pathToFileURL(file).href);
}

function refuse(problem) {
  process.stderr.write(`${problem}\n`);
  process.exitCode = 1;
}

const problem = folderProblem(root);
if (problem === undefined) await bundleAndRun();
else refuse(problem);
