import { messageOf } from "../server/lib/caught.ts";
import type { StartOptions } from "./startSite.ts";

/** The command line is wrong; the message says how. */
class UsageError extends Error {}

/**
 * Reads the command line.
 * @throws UsageError for an unknown argument, and where npm has kept an option to itself.
 */
function readOptions(args: readonly string[]): StartOptions {
  const unknown = args.find((argument) => argument !== "--no-build");
  if (unknown !== undefined)
    throw new UsageError(`npm start does not know "${unknown}". Its one option is --no-build: npm start -- --no-build`);
  const kept = ["npm_config_build", "npm_config_nobuild", "npm_config_no_build"].some((name) => name in process.env);
  if (kept) throw new UsageError("npm keeps options before -- to itself. Write: npm start -- --no-build");
  return { build: !args.includes("--no-build") };
}

/** Serves the site until it is stopped: the entry of the process. */
export async function main(args: readonly string[]): Promise<void> {
  // The reader of our output may have ended before us; then there is nobody left to tell.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
  try {
    const options = readOptions(args);
    // Loaded only now, so that a wrong command line is reported at once.
    const { startSite } = await import("./startSite.ts");
    await startSite(options);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    process.stderr.write(`${messageOf(error)}\n`);
    process.exitCode = 2;
  }
}
