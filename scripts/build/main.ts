import { rm } from "node:fs/promises";
import { join } from "node:path";
import { build } from "vike/api";
import { buildEnvironment } from "../../server/settings/buildEnvironment.ts";
import { SettingsError } from "../../server/settings/settingsError.ts";
import { compressExport } from "./compress.ts";
import { writeHostFiles } from "./hosting/write.ts";
import { inlineEntry } from "./inlineEntry.ts";
import { pruneExport } from "./prune.ts";
import { removeExport } from "./removeExport.ts";
import { shrinkPages } from "./shrinkPages.ts";
import { writeSiteFiles } from "./hosting/siteFiles.ts";

// Another folder than dist/ may be named, so that a test can build a variant beside it.
const [out = "dist"] = process.argv.slice(2);
const site = join(out, "client");

async function writeExport(): Promise<void> {
  await removeExport(out);
  await build({ viteConfig: { build: { outDir: out } } });
  await inlineEntry(site);
  await shrinkPages(site);
  await pruneExport(site);
  await writeSiteFiles(site);
  await compressExport(site);
  await writeHostFiles(out);
  // What rendered the pages is no part of what is served.
  const leftovers = [join(out, "server"), join(out, "assets.json"), join(site, ".vite")];
  await Promise.all(leftovers.map((path) => rm(path, { recursive: true, force: true })));
}

try {
  // Vite reads `.env` itself, but takes what stands in the environment before it.
  Object.assign(process.env, buildEnvironment(process.env, process.cwd()));
  await writeExport();
} catch (error) {
  // Vike reports what nobody caught and then ends with 0.
  process.exitCode = 1;
  if (!(error instanceof SettingsError)) throw error;
  process.stderr.write(`${error.message}\n`);
}
