import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "keelbook-owner-"));
  vi.resetModules();
  vi.spyOn(process, "getuid").mockReturnValue(0);
  vi.stubEnv("PATH", `${folder}:${process.env.PATH}`);
});
afterEach(async () => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true });
});

/** Stands for a machine's programs, whose user `postgres` is there once the file `made` is. */
const program = (name: string, text: string) => writeFile(join(folder, name), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
const ask = async () => (await import("./owner.ts")).postgresOwner();

it.skipIf(process.platform === "win32")("uses the user that another process has made meanwhile", async () => {
  await program("id", `test -e ${join(folder, "made")} && echo 4711`);
  await program("useradd", `touch ${join(folder, "made")}; echo "useradd: user 'postgres' already exists" >&2; exit 9`);
  expect(await ask()).toEqual({ uid: 4711, gid: 4711 });
});

it.skipIf(process.platform === "win32").each(["exit 1", "exit 0"])(
  "says so where root has no user to run PostgreSQL as, whatever useradd answers: %s",
  async (answer) => {
    await program("id", "exit 1");
    await program("useradd", answer);
    await expect(ask()).rejects.toThrow("PostgreSQL cannot run as root and the user postgres could not be created.");
  },
);
