import { parseArgs } from "node:util";
import { buildEnvironment } from "../../server/settings/resolve.ts";
import { SettingsError } from "../../server/settings/read.ts";
import { replaceExport } from "./replaceExport.ts";
import { hashInputs, isUnchanged, recordBuild } from "./unchanged.ts";
import { writeExport } from "./writeExport.ts";

// Another folder than dist/ can be given, so that a test can build a variant beside it. `npm start` uses
// --if-changed, which skips the build if the export is up to date.
const usage = "Usage: npm run build -- [--if-changed] [folder, instead of dist]\n";

/** Whether `parseArgs` refused an argument. */
const isUsageError = (error: unknown): error is TypeError =>
  error instanceof TypeError && "code" in error && String(error.code).startsWith("ERR_PARSE_ARGS_");

try {
  const { positionals, values } = parseArgs({ allowPositionals: true, options: { "if-changed": { type: "boolean" } } });
  const [out = "dist"] = positionals;
  const inputs = await hashInputs(process.cwd(), process.env);
  const settings = buildEnvironment(process.env, process.cwd());
  // An export is for visitors. With another NODE_ENV, which a shell may have set, Vite would build the offline mode
  // into it.
  process.env["NODE_ENV"] = "production";
  if (!values["if-changed"] || !(await isUnchanged(out, inputs)))
    await replaceExport(out, async (fresh) => {
      await writeExport(fresh, settings);
      // A source that changed meanwhile may or may not be in the export.
      const same = (await hashInputs(process.cwd(), process.env)) === inputs;
      await recordBuild(fresh, same ? inputs : "changed", settings);
    });
} catch (error) {
  if (!(error instanceof SettingsError || isUsageError(error))) throw error;
  process.exitCode = isUsageError(error) ? 2 : 1;
  process.stderr.write(`${error.message}\n${isUsageError(error) ? usage : ""}`);
}
