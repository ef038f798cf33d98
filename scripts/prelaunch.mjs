#!/usr/bin/env node
// The command line as users run it: a bundle, since starting through tsx takes three times as long. It is built on
// first use and again when a source is newer, so a fresh clone needs no step of its own.
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { setFlagsFromString } from "node:v8";
import { bundle, sourcesFile } from "./bundle.mjs";
import { writeProblem } from "./projectFolder.mjs";

// Files of millions of rows pass through: by default V8 keeps seconds' worth of garbage, more than all other memory (0138).
setFlagsFromString("--optimize-for-size");

const root = fileURLToPath(new URL("..", import.meta.url));
const entry = new URL("../dist/cli/cli.js", import.meta.url);

/** Whether a source of the bundle is newer than the bundle, or gone. A new source counts too: the file importing it is newer. */
function stale() {
  const built = statSync(entry, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  try {
    const sources = JSON.parse(readFileSync(sourcesFile, "utf8"));
    return sources.some((path) => !(statSync(join(root, path), { throwIfNoEntry: false })?.mtimeMs <= built));
  } catch {
    return true;
  }
}

if (stale())
  try {
    await bundle();
  } catch (error) {
    const does = "builds itself on first use and after an update, and";
    process.stderr.write(`The command line ${does} ${writeProblem(error)}. Run it once as the owner of that folder.\n`);
    process.exit(1);
  }
const { main } = await import(entry.href);
await main(process.argv.slice(2));
for (const stream of [process.stdout, process.stderr]) await new Promise((taken) => stream.write("", taken));
// Otherwise work that nobody waits for any more, such as an unanswered connection, would keep the process until its timeout.
process.exit();
