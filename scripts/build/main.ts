import { rm } from "node:fs/promises";
import { isAbsolute, join, relative, resolve, sep } from "node:path";
import { parseArgs } from "node:util";
import { build } from "vike/api";
import { buildEnvironment } from "../../server/settings/build.ts";
import { SettingsError } from "../../server/settings/read.ts";
import { askEarly } from "./askEarly.ts";
import { compressExport } from "./compress.ts";
import { writeHostFiles } from "./hosting/writeHostFiles.ts";
import { writeSiteFiles } from "./hosting/siteFiles.ts";
import { inlineEntry } from "./inlineEntry.ts";
import { pruneExport } from "./pruneExport.ts";
import { replaceExport } from "./replaceExport.ts";
import { shrinkPages } from "./shrink/shrinkPages.ts";
import { withBuildLock } from "./unchanged/buildLock.ts";
import { hashInputs } from "./unchanged/inputs.ts";
import { isUnchanged, recordBuild } from "./unchanged/record.ts";

// Another folder than dist/ can be given, so that a test can build a variant beside it. `npm start` uses --if-changed, which
// skips the build where the export is up to date.
const usage = "Usage: npm run build -- [--if-changed] [folder, instead of dist]\n";

/** Writes a whole export into a new folder. */
async function writeExport(fresh: string, settings: Record<string, string>): Promise<void> {
  const site = join(fresh, "client");
  await build({ viteConfig: { build: { outDir: fresh } } });
  await askEarly(fresh, settings["BASE_PATH"] ?? "/");
  await inlineEntry(site);
  await pruneExport(site);
  await shrinkPages(site);
  await writeSiteFiles(site);
  await compressExport(site);
  await writeHostFiles(fresh, settings);
  await rm(join(site, ".vite"), { recursive: true, force: true });
}

/** A build runs what it has written, to render the pages, and that finds its packages only below the project. @throws SettingsError. */
function refuseOutside(out: string): void {
  const path = relative(process.cwd(), resolve(out));
  if (path.split(sep)[0] === ".." || isAbsolute(path))
    throw new SettingsError(`${out} is not below the project. Build to a folder such as dist/other, and copy that.`);
}

/** Whether `parseArgs` refused an argument. */
const isUsageError = (error: unknown): error is TypeError =>
  error instanceof TypeError && "code" in error && String(error.code).startsWith("ERR_PARSE_ARGS_");

try {
  const { positionals, values } = parseArgs({ allowPositionals: true, options: { "if-changed": { type: "boolean" } } });
  const [out = "dist"] = positionals;
  refuseOutside(out);
  const inputs = await hashInputs(process.cwd(), process.env);
  const settings = buildEnvironment(process.env, process.cwd());
  // An export is for visitors: with another NODE_ENV, as shells have it, Vite would build the offline mode into it.
  process.env["NODE_ENV"] = "production";
  await withBuildLock(out, async () => {
    if (values["if-changed"] && (await isUnchanged(out, inputs))) return;
    await replaceExport(out, async (fresh) => {
      await writeExport(fresh, settings);
      // A source that changed meanwhile may or may not be in the export: then nothing is recorded.
      if ((await hashInputs(process.cwd(), process.env)) === inputs) await recordBuild(fresh, inputs);
    });
  });
} catch (error) {
  // Vike reports an uncaught error, but then ends with 0.
  process.exitCode = isUsageError(error) ? 2 : 1;
  if (!(error instanceof SettingsError || isUsageError(error))) throw error;
  process.stderr.write(`${error.message}\n${isUsageError(error) ? usage : ""}`);
}
