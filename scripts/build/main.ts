import { rm } from "node:fs/promises";
import { join } from "node:path";
import { build } from "vike/api";
import { compressExport } from "./compress.ts";
import { writeHostFiles } from "./hosting/write.ts";
import { pruneExport } from "./prune.ts";
import { writeSiteFiles } from "./siteFiles.ts";

// Another folder than dist/ may be named, so that a test can build a variant beside it.
const [out = "dist"] = process.argv.slice(2);
const site = join(out, "client");

await rm(site, { recursive: true, force: true });
await build({ viteConfig: { build: { outDir: out } } });
await pruneExport(site);
await writeSiteFiles(site);
await compressExport(site);
await writeHostFiles(out);
// What rendered the pages is no part of what is served.
await Promise.all([rm(join(out, "server"), { recursive: true, force: true }), rm(join(site, ".vite"), { recursive: true, force: true }), rm(join(out, "assets.json"), { force: true })]);
