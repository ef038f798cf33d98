import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, cp, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Readable } from "node:stream";
import { setTimeout } from "node:timers/promises";
import { afterEach, beforeEach, expect, it, onTestFinished } from "vitest";
import { eventually } from "../tests/support/eventually.ts";

let folder = "";

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "keelbook-dev-"));
  // Under root PostgreSQL runs as another user, who has to reach it.
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

/** Collects what a process says on stderr. */
function listenTo({ stderr }: { stderr: Readable }) {
  const heard = { said: "" };
  stderr.on("data", (chunk: Buffer) => (heard.said += chunk.toString()));
  return heard;
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
  ["--port=70000", noPort("70000")],
  ["--port=x", noPort("x")],
  ["--backend=mock", 'There is no backend "mock".'],
])("refuses %s in one line", async (argument, message) => {
  const { code, said } = await refusal(["scripts/dev.mjs", argument]);
  expect(code).toBe(2);
  expect(said.split("\n")).toEqual([message, expect.stringMatching(/^Usage: /u), ""]);
});

it("ends where it cannot listen, in one line", async () => {
  const listener = createServer().listen(65_535, "127.0.0.1");
  // Whoever has the port.
  await once(listener, "listening").catch(() => undefined);
  onTestFinished(() => void listener.close());
  const { code, said } = await refusal(["scripts/dev.mjs", "--port=65535"]);
  expect(code).toBe(2);
  expect(said).toMatch(/^Cannot listen on port 65535: No available ports .*\nUsage: .*\n$/u);
});

it("names a wrong setting, without a stack", async () => {
  const { code, said } = await refusal(["scripts/dev.mjs", "--port=0"], { PUBLIC_SITE_URL: "nonsense" });
  expect(code).toBe(1);
  expect(said).toMatch(/\nPUBLIC_SITE_URL must be a URL, such as https:\/\/example\.com\.\n$/u);
});

it("says in one line that its files cannot be written, as after a run by root", async () => {
  const scripts = join(folder, "scripts");
  for (const name of ["dev.mjs", "bundled.mjs", "projectFolder.mjs"])
    await cp(join("scripts", name), join(scripts, name));
  await mkdir(join(folder, "node_modules"));
  await symlink(resolve("node_modules/vite"), join(folder, "node_modules/vite"), "junction");
  // Root may write to every folder, but to none that is a file.
  await writeFile(join(folder, "node_modules/.vite-temp"), "");
  await writeFile(join(folder, "vite.config.mjs"), "export default {}");
  const { code, said } = await refusal([join(scripts, "dev.mjs")], {}, folder);
  expect(code).toBe(1);
  expect(said).toMatch(
    /\nThe dev server bundles .*, and cannot write its files: E\w+: .*vite-temp.*\. Run it as .*\.\n$/u,
  );
});

it.each([
  ["#", "dev.mjs"],
  ["#", "build.mjs"],
  ["%", "build.mjs"],
  ["?", "build.mjs"],
  ["*", "build.mjs"],
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

it("says nothing of what cannot be loaded any more because it ends", async () => {
  const child = await startIn(
    folder,
    // As Vike does, whose module loader is disconnected by then.
    `export default { plugins: [{ name: "reports", closeBundle: () => console.error("Error: disconnected") }] };`,
  );
  const heard = listenTo(child);
  const ended = once(child, "close");
  child.kill("SIGINT");
  expect(await ended).toEqual([0, null]);
  expect(heard.said).toBe("");
});

it("refuses a folder for the stack as npm start does", async () => {
  const { code, said } = await refusal(["scripts/dev.mjs", "--port=0", "--backend=embedded"], {
    DATA_FOLDER: "~/keelbook",
  });
  expect(code).toBe(1);
  expect(said).toContain("DATA_FOLDER must be a path without ~");
});

const files = () => readdir(join(folder, "data"), { recursive: true }).catch((): string[] => []);

it.each([
  ["its code is being loaded", async () => true],
  ["PostgreSQL is being set up", async () => (await files()).some((file) => file.endsWith("PG_VERSION"))],
])("ends without an error when told to while a stack starts: %s", async (_moment, reached) => {
  const child = spawn(process.execPath, ["scripts/dev.mjs", "--port=0", "--backend=embedded"], {
    env: { ...process.env, DATA_FOLDER: join(folder, "data") },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const heard = listenTo(child);
  await started(child);
  await eventually("the moment", reached);
  const [ended, told] = [once(child, "close"), performance.now()];
  child.kill("SIGINT");
  const how: unknown[] = await ended;
  // Vite finishes what it is loading. On a machine that needs more than the server's patience for it, the signal ends the server.
  const outOfPatience = performance.now() - told >= 5_000;
  expect(outOfPatience ? [0, "SIGINT"] : [0]).toContain(how.find((one) => one !== null));
  expect(heard.said).toBe("");
});

// Vite restarts when it notices that its configuration is gone, so the signal may arrive before, during or after that.
it.each([0, 60, 300])("ends when told to %d ms after its folder was deleted", async (wait) => {
  const child = await startIn(folder, "export default {};");
  await rm(folder, { recursive: true, maxRetries: 5 });
  await setTimeout(wait);
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  expect([143, "SIGTERM"]).toContain((await ended).find((how) => how !== null));
});
