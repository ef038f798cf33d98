import { setTimeout as sleep } from "node:timers/promises";
import { StackError } from "../errors/stackError.ts";
import { type EmbeddedKeys, readKeys } from "../folder/keys.ts";
import { runningUrl } from "../folder/running.ts";
import { connectToHolder } from "../lock/claims.ts";
import { FolderInUseError } from "../lock/lock.ts";
import type { Waiting } from "../lock/waiting.ts";
import { messageOf } from "../../lib/caught.ts";

/** Longest wait for a stack that another process is starting, including its build of the site, or stopping, in ms. */
const readyTimeout = 120_000;

/** The stack of another process. If it was started for a command, it does not end before `close`. */
export interface JoinedStack {
  /** Its address for a program, by its number. */
  url: string;
  keys: EmbeddedKeys;
  /** Whether it sends its mails, as that of `npm start` does. */
  sends: boolean;
  /** Connection string of its database, as superuser. @throws StackError if the database is not running. */
  databaseUrl(): Promise<string>;
  close(): Promise<void>;
}

/** Options of joining a stack. */
export interface Joining extends Waiting {
  /** Does not join a stack whose mails wait, but waits for its end. */
  sends?: boolean;
}

/**
 * Joins the stack that is running in a data folder, or else calls `start`. Waits for a stack that is starting or stopping.
 * @throws StackError with one line that says what to do, the signal's reason, and what `start` throws.
 */
export async function joinOr<T>(
  dataFolder: string,
  { signal, waits, sends = false }: Joining,
  start: () => Promise<T>,
): Promise<JoinedStack | T> {
  let told = false;
  for (const until = performance.now() + readyTimeout; ; await sleep(100, undefined, { signal })) {
    const found = await joinRunning(dataFolder, sends);
    if (!found) {
      try {
        return await start();
      } catch (error) {
        // Another process was faster, so its stack is joined.
        if (!(error instanceof FolderInUseError) || performance.now() > until) throw error;
        continue;
      }
    }
    if (!("waitFor" in found)) return found;
    if (performance.now() > until) throw new StackError(`${found.waitFor} That takes too long; run this again later.`);
    if (!told) waits?.(found.waitFor);
    told = true;
  }
}

async function joinRunning(dataFolder: string, sends: boolean): Promise<JoinedStack | { waitFor: string } | undefined> {
  const holder = await connectToHolder(dataFolder).catch((cause: unknown) => {
    throw new StackError(`The data folder ${dataFolder} cannot be used: ${messageOf(cause)}`, { cause });
  });
  if (!holder) return undefined;
  const { pid, url, mailsWait = false } = holder.claim;
  const who = pid === undefined ? "another process" : `process ${pid}`;
  if (url === undefined) {
    holder.disconnect();
    return { waitFor: `Waiting for the stack that ${who} is starting or stopping in ${dataFolder}.` };
  }
  if (sends && mailsWait) {
    holder.disconnect();
    return { waitFor: `Waiting for the command of ${who}, whose stack in ${dataFolder} sends no mails, to end.` };
  }
  const keys = await readKeys(dataFolder);
  const releases: (() => Promise<void>)[] = [];
  return {
    url,
    keys,
    sends: !mailsWait,
    databaseUrl: async () => {
      const database = await runningUrl(dataFolder, keys.postgresPassword);
      releases.push(database.release);
      return database.url;
    },
    close: async () => {
      holder.disconnect();
      await Promise.all(releases.splice(0).map((release) => release()));
    },
  };
}
