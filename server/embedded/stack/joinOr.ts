import { setTimeout as sleep } from "node:timers/promises";
import { StackError } from "../errors/stackError.ts";
import { type EmbeddedKeys, readKeys } from "../folder/keys.ts";
import { runningUrl } from "../folder/running.ts";
import { connectToHolder } from "../lock/claims.ts";
import { FolderInUseError } from "../lock/lock.ts";
import type { Waiting } from "../lock/waiting.ts";

/** Longest wait for a stack that another process is starting, its build of the site included, or stopping, in ms. */
const readyTimeout = 120_000;

/** A stack of another process, which waits with its end until `close` where it was started for a command. */
export interface JoinedStack {
  url: string;
  keys: EmbeddedKeys;
  /** Connection string of its database, as superuser. @throws StackError when the database is not running. */
  databaseUrl(): Promise<string>;
  close(): Promise<void>;
}

/**
 * Joins the stack that runs in a data folder, else has `start` make one's own. A stack that starts or stops is waited for.
 * @throws StackError with one line that says what to do, the reason of the signal, and what `start` throws.
 */
export async function joinOr<T>(
  dataFolder: string,
  { signal, waits }: Waiting,
  start: () => Promise<T>,
): Promise<JoinedStack | T> {
  let told = false;
  for (const until = performance.now() + readyTimeout; ; await sleep(100, undefined, { signal })) {
    const found = await joinRunning(dataFolder);
    if (!found) {
      try {
        return await start();
      } catch (error) {
        // Another process was quicker: its stack is the one to join.
        if (!(error instanceof FolderInUseError) || performance.now() > until) throw error;
        continue;
      }
    }
    if (!("waitFor" in found)) return found;
    if (performance.now() > until) throw new StackError(`The ${found.waitFor} does not become ready.`);
    if (!told) waits?.(`Waiting for the ${found.waitFor}.`);
    told = true;
  }
}

async function joinRunning(dataFolder: string): Promise<JoinedStack | { waitFor: string } | undefined> {
  const holder = await connectToHolder(dataFolder).catch((cause: unknown) => {
    throw new StackError(
      `The data folder ${dataFolder} cannot be used: ${cause instanceof Error ? cause.message : String(cause)}`,
      { cause },
    );
  });
  if (!holder) return undefined;
  const { pid, url } = holder.claim;
  if (url === undefined) {
    holder.disconnect();
    return {
      waitFor: `stack that ${pid === undefined ? "another process" : `process ${pid}`} is starting or stopping in ${dataFolder}`,
    };
  }
  const keys = await readKeys(dataFolder);
  return {
    url,
    keys,
    databaseUrl: () => runningUrl(dataFolder, keys.postgresPassword),
    close: async () => holder.disconnect(),
  };
}
