import { execFileSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Linux's file system in memory. */
const shared = "/dev/shm";

/** Least free space, in bytes, in that folder and in memory: several times what all tests use at once. */
const least = 4 * 2 ** 30;

/**
 * Makes a folder in memory for the temporary files of tests, as open to everybody as /tmp; it is removed when
 * this process ends. Undefined if there is no such file system or too little space, or if programs in it may
 * not be run, as in a container.
 */
export function makeMemoryFolder(): string | undefined {
  let folder = "";
  try {
    const { bavail, bsize } = statfsSync(shared);
    if (Math.min(bavail * bsize, process.availableMemory()) < least) return undefined;
    folder = mkdtempSync(join(shared, "keelbook-tests-"));
    chmodSync(folder, 0o1777);
    const program = join(folder, "program");
    writeFileSync(program, "#!/bin/sh\n", { mode: 0o755 });
    execFileSync(program);
    rmSync(program);
  } catch {
    if (folder) rmSync(folder, { recursive: true, force: true });
    return undefined;
  }
  process.once("exit", () => rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }));
  for (const [signal, code] of Object.entries({ SIGHUP: 129, SIGINT: 130, SIGTERM: 143 }))
    process.once(signal, () => process.exit(code));
  return folder;
}
