#!/usr/bin/env node
// The command line as users run it: a bundle, since starting through tsx takes three times as long. It is built on
// first use and again when a source is newer, so a fresh clone needs no step of its own.
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { setFlagsFromString } from "node:v8";

// Files of millions of rows pass through: unless told so, the garbage of three seconds takes more room than all else.
setFlagsFromString("--optimize-for-size");

const root = fileURLToPath(new URL("..", import.meta.url));
const entry = new URL("../dist/cli/cli.js", import.meta.url);

function stale() {
  const built = statSync(entry, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return ["scripts", "server"].some((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true }).some(
      (file) => file.isFile() && statSync(join(file.parentPath, file.name)).mtimeMs > built,
    ),
  );
}

if (stale()) await (await import("./bundle.mjs")).bundle();
const { main } = await import(entry.href);
await main(process.argv.slice(2));
