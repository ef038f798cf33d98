import { setTimeout as sleep } from "node:timers/promises";
import { acquireLock, FolderInUseError } from "../../../server/embedded/lock/lock.ts";
import { StackError } from "../../../server/embedded/errors/stackError.ts";
import { makeFolder } from "../makeFolder.ts";

/** How often to check whether another build has ended, in ms. */
const interval = 100;

/**
 * Waits until no other process builds into a folder, and makes others wait while `work` runs. The lock ends with its
 * process. On a file system without sockets there is no lock.
 */
export async function withBuildLock<T>(out: string, work: () => Promise<T>): Promise<T> {
  const release = await acquire(out);
  try {
    return await work();
  } finally {
    await release();
  }
}

async function acquire(out: string): Promise<() => Promise<void>> {
  // The lock would make a folder that nobody else may enter.
  await makeFolder(out);
  for (;;) {
    try {
      return (await acquireLock(out)).release;
    } catch (error) {
      if (!(error instanceof StackError)) throw error;
      if (!(error instanceof FolderInUseError)) return async () => undefined;
      await sleep(interval);
    }
  }
}
