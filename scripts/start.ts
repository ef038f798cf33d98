import type { StartOptions } from "./startSite.ts";

/** What was typed wrong. */
class UsageError extends Error {}

/**
 * Reads the command line.
 * @throws UsageError that names what is not known, also where npm has kept an option to itself.
 */
function readOptions(args: readonly string[]): StartOptions {
  const unknown = args.find((argument) => argument !== "--no-build");
  if (unknown !== undefined)
    throw new UsageError(`npm start does not know "${unknown}". Its one option is --no-build: npm start -- --no-build`);
  const kept = ["npm_config_build", "npm_config_nobuild", "npm_config_no_build"].some((name) => name in process.env);
  if (kept) throw new UsageError("npm keeps options before -- to itself. Write: npm start -- --no-build");
  return { build: !args.includes("--no-build") };
}

// Whoever read our output may be gone before us: there is nobody left to tell.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
try {
  const options = readOptions(process.argv.slice(2));
  // Loaded when it is to start: what was typed wrong is said at once.
  const { startSite } = await import("./startSite.ts");
  await startSite(options);
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 2;
}
