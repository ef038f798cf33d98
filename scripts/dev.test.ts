import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, cp, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Readable } from "node:stream";
import { afterEach, beforeEach, expect, it } from "vitest";

let folder = "";

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "keelbook-dev-"));
  // If the tests run as root, PostgreSQL runs as another user, who has to reach the folder.
  await chmod(folder, 0o755);
});
afterEach(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));

/** Starts a dev server in a folder that holds nothing but this configuration. */
async function startIn(cwd: string, config: string) {
  await writeFile(join(cwd, "vite.config.mjs"), config);
  const child = spawn(process.execPath, [join(process.cwd(), "scripts/dev.mjs"), "--port=0"], {
    cwd,
    stdio: ["ignore", "pipe", "pipe"],
  });
  await started(child);
  return child;
}

const started = ({ stdout }: { stdout: Readable }) =>
  new Promise<void>((resolved) => stdout.on("data", (chunk) => String(chunk).includes("Local") && resolved()));

/** Runs a script that is expected to refuse, and returns its exit code and what it said. */
async function refusal(args: string[], env: Record<string, string> = {}, cwd = ".") {
  const child = spawn(process.execPath, args, { cwd, env: { ...process.env, ...env } });
  let said = "";
  child.stderr.on("data", (chunk: Buffer) => (said += chunk.toString()));
  const [code]: unknown[] = await once(child, "close");
  return { code, said };
}

const noPort = (given: string) => `The port must be a whole number from 0 to 65535, not "${given}".`;

it.each([
  ["--port=x", {}, noPort("x")],
  ["--backend=mocks", { PORT: " 70000 " }, noPort("70000")],
  ["--backend=mock", {}, 'There is no backend "mock".'],
])("refuses %s with %j in one line", async (argument, env, message) => {
  const { code, said } = await refusal(["scripts/dev.mjs", argument], env);
  expect(code).toBe(2);
  expect(said.split("\n")).toEqual([message, expect.stringMatching(/^Usage: /u), ""]);
});

it("prints its flags", async () => {
  const child = spawn(process.execPath, ["scripts/dev.mjs", "--help"], { stdio: ["ignore", "pipe", "ignore"] });
  let said = "";
  child.stdout.on("data", (chunk: Buffer) => (said += chunk.toString()));
  expect(await once(child, "close")).toEqual([0, null]);
  expect(said).toMatch(/^Usage: npm run dev -- \[--backend=mocks\|embedded\]/u);
});

it("names a wrong setting, without a stack", async () => {
  const { code, said } = await refusal(["scripts/dev.mjs", "--port=0"], { PUBLIC_SITE_URL: "nonsense" });
  expect(code).toBe(1);
  expect(said).toMatch(
    /\nPUBLIC_SITE_URL must be a URL that begins with https:\/\/ and a name, such as https:\/\/example\.com\.\n$/u,
  );
});

it.each([
  ["#", "dev.mjs"],
  ["%", "build.mjs"],
])("refuses a project's path with a %s in one line: %s", async (character, script) => {
  const scripts = join(folder, `a${character}b`, "scripts");
  for (const name of [script, "bundled.mjs", "projectFolder.mjs"]) await cp(join("scripts", name), join(scripts, name));
  await symlink(resolve("node_modules"), join(folder, "node_modules"), "junction");
  const { code, said } = await refusal([join(scripts, script)]);
  expect(code).toBeGreaterThan(0);
  expect(said).toMatch(/^The page cannot be built in a folder whose path has a ".". Move it: .*\n(?:Usage: .*\n)?$/u);
});

it("ends when told to, whatever a plugin waits for", async () => {
  const child = await startIn(
    folder,
    `export default { plugins: [{ name: "waits", closeBundle: () => new Promise(() => setInterval(() => {}, 1)) }] };`,
  );
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  expect(await ended).toEqual([null, "SIGTERM"]);
});
