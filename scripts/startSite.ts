import { spawn } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { hashInputs, isUnchanged, otherAddress } from "./build/unchanged.ts";
import { onInterruption } from "./cli/interruption.ts";
import { startStack } from "../server/embedded/stack/stack.ts";
import { StackError } from "../server/embedded/errors/stackError.ts";
import { resolveSettings, textsOf } from "../server/settings/resolve.ts";
import { SettingsError } from "../server/settings/read.ts";
import { readStackSettings } from "../server/settings/hosts.ts";

/** Options of `npm start`. */
export interface StartOptions {
  /** Whether to build the site first, where it has changed. */
  build: boolean;
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

async function run({ build }: StartOptions): Promise<void> {
  const interruption = new AbortController();
  onInterruption(() => interruption.abort());
  const interrupted = interruption.signal;
  const stopRequested = new Promise<void>((resolve) => {
    interrupted.addEventListener("abort", () => resolve());
  });
  const resolved = resolveSettings({}, process.env, root);
  const settings = readStackSettings(textsOf(resolved));
  const { PUBLIC_SUPABASE_URL: project } = resolved;
  if (build && project)
    fail(`The page will talk to ${project.value}, not to this stack: PUBLIC_SUPABASE_URL is set (${project.source}).`);
  if (!build) {
    const other = await otherAddress(join(root, "dist"), resolved);
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
  await stack.stop();
  if (died !== undefined) throw new StackError(`${died}\nStart again: npm start`);
}

const isAbort = (error: unknown): boolean => error instanceof Error && error.name === "AbortError";

/** Serves the site until it is stopped. An expected failure is reported in one line and sets exit code 1. */
export async function startSite(options: StartOptions): Promise<void> {
  try {
    await run(options);
  } catch (error) {
    if (error instanceof StackError || error instanceof SettingsError) {
      fail(error.message);
      process.exitCode = 1;
    } else if (!isAbort(error)) throw error;
  }
}
