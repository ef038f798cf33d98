import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { afterEach, beforeEach, expect, it } from "vitest";

let folder = "";

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "keelbook-dev-"));
});
afterEach(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));

/** Starts a dev server in a folder that holds nothing but this configuration. */
async function startIn(cwd: string, config: string) {
  await writeFile(join(cwd, "vite.config.mjs"), config);
  const child = spawn(process.execPath, [join(process.cwd(), "scripts/dev.mjs"), "--port=0"], {
    cwd,
    stdio: ["ignore", "pipe", "inherit"],
  });
  await new Promise<void>((resolve) =>
    child.stdout.on("data", (chunk) => String(chunk).includes("Local") && resolve()),
  );
  return child;
}

it.each(["70000", "x"])(
  "refuses the port %s in one line",
  async (port) => {
    const child = spawn(process.execPath, ["scripts/dev.mjs", `--port=${port}`]);
    let said = "";
    child.stderr.on("data", (chunk: Buffer) => (said += chunk.toString()));
    expect(await once(child, "close")).toEqual([2, null]);
    expect(said).toMatch(
      new RegExp(`^The port must be a whole number from 0 to 65535, not "${port}"\\.\nUsage: .*\n$`, "u"),
    );
  },
  30_000,
);

it("ends when told to, whatever a plugin waits for", async () => {
  const child = await startIn(
    folder,
    `export default { plugins: [{ name: "waits", closeBundle: () => new Promise(() => setInterval(() => {}, 1)) }] };`,
  );
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  expect(await ended).toEqual([null, "SIGTERM"]);
}, 30_000);

// Vite restarts when it notices that its configuration is gone, so the signal may arrive before, during or after that.
it.each([0, 60, 300])(
  "ends when told to %d ms after its folder was deleted",
  async (wait) => {
    const child = await startIn(folder, "export default {};");
    await rm(folder, { recursive: true, maxRetries: 5 });
    await setTimeout(wait);
    const ended = once(child, "exit");
    child.kill("SIGTERM");
    expect([143, "SIGTERM"]).toContain((await ended).find((how) => how !== null));
  },
  30_000,
);
