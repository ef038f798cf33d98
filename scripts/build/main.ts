import { rm } from "node:fs/promises";
import { join } from "node:path";
import { build } from "vike/api";
import { compressExport } from "./compress.ts";
import { pruneExport } from "./prune.ts";
import { writeSiteFiles } from "./siteFiles.ts";

const out = "dist";
const site = join(out, "client");

await rm(site, { recursive: true, force: true });
await build();
await pruneExport(site);
await writeSiteFiles(site);
await compressExport(site);
// What rendered the pages is no part of what is served.
await Promise.all([rm(join(out, "server"), { recursive: true, force: true }), rm(join(out, "assets.json"), { force: true })]);
