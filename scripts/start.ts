import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { startStack } from "../server/embedded/stack.ts";
import { StackError } from "../server/embedded/stackError.ts";
import { resolveSettings } from "../server/settings/resolve.ts";
import { SettingsError } from "../server/settings/settingsError.ts";
import { readStackSettings } from "../server/settings/stackSettings.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const say = (line: string) => process.stdout.write(`${line}\n`);
const fail = (line: string) => process.stderr.write(`${line}\n`);

/** Builds the export, its own output kept back unless it fails. */
async function build(): Promise<void> {
  const child = spawn("npm", ["run", "build", "--silent"], {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
    shell: process.platform === "win32",
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const code = await new Promise<number | null>((resolve) => child.on("close", resolve));
  if (code !== 0) throw new StackError(`${output.trim()}\nThe build failed; the lines above say why.`);
}

/** Resolves at the first Ctrl-C or termination request; a second one ends the process at once, as a shell expects. */
const interrupted = () =>
  new Promise<void>((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => resolve());
  });

async function start(): Promise<void> {
  const stopRequested = interrupted();
  const settings = readStackSettings(resolveSettings({}, process.env, root));
  if (!process.argv.includes("--no-build")) {
    say("Building the site …");
    await build();
  }
  const stack = await startStack({
    ...settings,
    exportFolder: fileURLToPath(new URL("../dist/client", import.meta.url)),
    log: fail,
  });
  say(`
  Site       ${settings.siteUrl ?? stack.url}${settings.siteUrl ? `, served on ${stack.url}` : ""}
  Supabase   ${stack.url}/rest/v1 and /auth/v1
  Data       ${stack.dataFolder} (mails it would send: inbox/)
  Export     npx prelaunch export waitlist --out waitlist.csv

  Ctrl-C stops it; the data stays.`);
  const ended = await Promise.race([stopRequested, stack.died.then(() => "died" as const)]);
  say("\nStopping …");
  await stack.stop();
  if (ended === "died")
    throw new StackError("PostgreSQL has stopped under the site. Its data is safe; start again: npm start");
}

try {
  await start();
} catch (error) {
  if (!(error instanceof StackError || error instanceof SettingsError)) throw error;
  fail(error.message);
  process.exitCode = 1;
}
