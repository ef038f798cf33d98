import { spawn } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { hashInputs, isUnchanged, otherSettings } from "./build/unchanged.ts";
import { onInterruption } from "./cli/terminal/interruption.ts";
import { StackError } from "../server/embedded/errors/stackError.ts";
import { deprecatedSettings } from "../server/settings/deprecated.ts";
import { resolveSettings, textsOf } from "../server/settings/resolve.ts";
import { judgeSettings, SettingsError } from "../server/settings/read.ts";
import { readStackSettings, startSettings } from "../server/settings/hosts.ts";

/** An error in the command line; the message says how to correct it. */
class UsageError extends Error {}

/**
 * Reads whether to build the site first if its sources have changed.
 * @throws UsageError for an unknown argument, and when npm has kept an option to itself.
 */
function readOptions(args: readonly string[]): { build: boolean } {
  const unknown = args.find((argument) => argument !== "--no-build");
  if (unknown !== undefined)
    throw new UsageError(`npm start does not know "${unknown}". Its one option is --no-build: npm start -- --no-build`);
  const kept = ["npm_config_build", "npm_config_nobuild", "npm_config_no_build"].some((name) => name in process.env);
  if (kept) throw new UsageError("npm keeps options before -- to itself. Write: npm start -- --no-build");
  return { build: !args.includes("--no-build") };
}

const root = fileURLToPath(new URL("..", import.meta.url));
const say = (line: string) => process.stdout.write(`${line}\n`);
const fail = (line: string) => process.stderr.write(`${line}\n`);

/** Builds the export; shows the build's output only when it fails. */
async function buildSite(signal: AbortSignal): Promise<void> {
  const child = spawn(process.execPath, ["scripts/build.mjs", "--if-changed"], {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
    signal,
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (chunk: string) => (output += chunk));
  const code = await new Promise<number | null>((resolve, reject) => child.on("close", resolve).on("error", reject));
  if (code !== 0) throw new StackError(`${output.trim()}\nThe build failed; the lines above say why.`);
}

async function run({ build }: { build: boolean }): Promise<void> {
  const interruption = new AbortController();
  onInterruption(() => interruption.abort());
  const interrupted = interruption.signal;
  const stopRequested = new Promise<void>((resolve) => {
    interrupted.addEventListener("abort", () => resolve());
  });
  const resolved = resolveSettings({}, process.env, root);
  const warnings = judgeSettings(textsOf(resolved), startSettings);
  const settings = readStackSettings(textsOf(resolved));
  const { PUBLIC_SUPABASE_URL: project } = resolved;
  for (const warning of [...warnings, ...deprecatedSettings(resolved)]) fail(warning);
  if (build && project)
    fail(`The page will talk to ${project.value}, not to this stack: PUBLIC_SUPABASE_URL is set (${project.source}).`);
  if (!build) {
    const other = await otherSettings(join(root, "dist"), resolved);
    if (other !== undefined) fail(other);
  }
  const exportFolder = fileURLToPath(new URL("../dist/client", import.meta.url));
  const buildExport = async () => {
    if (await isUnchanged(join(root, "dist"), await hashInputs(root, process.env))) {
      say("The site is built already: nothing it is made of has changed.");
      return exportFolder;
    }
    say("Building the site …");
    await buildSite(interrupted);
    return exportFolder;
  };
  // This module is loaded only now, so that a wrong command line or setting is reported at once.
  const { startStack } = await import("../server/embedded/stack/stack.ts");
  const stack = await startStack({
    ...settings,
    exportFolder: build ? buildExport : exportFolder,
    log: fail,
    signal: interrupted,
  });
  if (!interrupted.aborted)
    say(`
  Site       ${settings.siteUrl ?? stack.url}${settings.siteUrl ? `, served on ${stack.url}` : ""}
  Supabase   ${stack.url}/rest/v1 and /auth/v1
  Data       ${stack.dataFolder}
  Mail       ${stack.mail}${stack.inbox === undefined ? "" : `, shown at ${stack.inbox}`}
  Export     npx prelaunch export waitlist --out waitlist.csv

  Ctrl-C stops it; the data stays.`);
  const died = await Promise.race([stopRequested, stack.died]);
  say("\nStopping … Ctrl-C once more ends it at once; what was stored is safe.");
  if (died === undefined) await stack.letLastArrive();
  await stack.stop();
  if (died !== undefined) throw new StackError(`${died}\nStart again: npm start`);
}

const isAbort = (error: unknown): boolean => error instanceof Error && error.name === "AbortError";

/**
 * Serves the site until it is stopped: the entry of the process. An expected failure is one line, and sets the exit
 * code.
 */
export async function main(args: readonly string[]): Promise<void> {
  // The reader of our output may have closed it already.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
  try {
    await run(readOptions(args));
  } catch (error) {
    if (error instanceof UsageError || error instanceof StackError || error instanceof SettingsError) {
      fail(error.message);
      process.exitCode = error instanceof UsageError ? 2 : 1;
    } else if (!isAbort(error)) throw error;
  }
}
