import { execFile } from "node:child_process";
import { cp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { compressExport } from "../../../scripts/build/compress.ts";

const run = promisify(execFile);

/** A folder that Vike ignores when it builds the site: it takes every file with a plus in the repository for part of a page. */
const folder = "node_modules/.cache/bench-peer";

const files = {
  "vite.config.ts": "vite.config.ts",
  "config.ts": "pages/+config.ts",
  "onRenderHtml.tsx": "pages/+onRenderHtml.tsx",
  "onRenderClient.tsx": "pages/+onRenderClient.tsx",
  "Page.tsx": "pages/index/+Page.tsx",
};

/** Builds the one peer that needs no other download: a bare page of Vike and React, hydrated on load. Returns the folder to serve. */
export async function buildPeer(): Promise<string> {
  await rm(folder, { recursive: true, force: true });
  await Promise.all(
    Object.entries(files).map(([from, to]) => cp(join("tests/bench/pagePeer", from), join(folder, to))),
  );
  await run("npx", ["--no-install", "vike", "build"], { cwd: folder });
  const site = join(folder, "dist/client");
  await compressExport(site);
  await writeFile(join(site, "404.html"), "");
  await writeFile(
    join(folder, "dist/headers.json"),
    JSON.stringify({
      base: "/",
      everywhere: {},
      documents: {},
      assets: { "cache-control": "max-age=31536000, immutable" },
      pages: {},
    }),
  );
  return site;
}
