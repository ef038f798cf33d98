import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { serversOf } from "./processes.ts";

/** A process that calls itself PostgreSQL in a folder, of the current user or another one. */
async function pretend(folder: string, owner: { uid?: number; gid?: number }): Promise<number | undefined> {
  const child = spawn("sh", ["-c", "echo; read line", "-D", folder], { ...owner, argv0: "postgres" });
  onTestFinished(() => void child.kill());
  await once(child.stdout, "data");
  return child.pid;
}

it.runIf(process.getuid?.() === 0)("takes no process of another user for a folder's server", async () => {
  const folder = await mkdtemp(join(tmpdir(), "keelbook-servers-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const own = await pretend(folder, {});
  await pretend(folder, { uid: 65_534, gid: 65_534 });
  expect(await serversOf(folder)).toEqual([{ pid: own, postmaster: true }]);
});
