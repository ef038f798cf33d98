import { stat } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { ifMissing } from "../../lib/caught.ts";
import type { StackFacts } from "../../settings/running.ts";
import { databaseUrl } from "../postgres/cluster.ts";
import { FolderInUseError, holderOfFolder, inUse } from "./hold.ts";
import { type EmbeddedKeys, readKeys } from "./keys.ts";
import { clusterFolder, withFolderErrors, refuseForeign } from "./open.ts";

/** The running stack of another process, or of this one. */
export interface RunningStack {
  /** Its address for a program, by its number. */
  url: string;
  keys: EmbeddedKeys;
  /** The settings that the stack runs with. */
  runs: StackFacts;
  /** Connection string of its database, as superuser. */
  databaseUrl: string;
}

export interface Waiting {
  /** Ends the wait. */
  signal?: AbortSignal | undefined;
  /** Logs once, in one line, what it waits for. */
  onWait?: ((line: string) => void) | undefined;
}

/** Longest wait for a stack that another process is starting, including its build of the site, or for a command, in ms. */
const longestWait = 120_000;

/**
 * Returns the stack that runs in a data folder, or else what `start` makes of the folder. Waits while another
 * process has the folder without a usable stack: a stack that is starting or stopping, or a command.
 * @throws StackError for a folder that cannot be read, or contains something of a user who is not its owner;
 * FolderInUseError if the wait takes two minutes; the signal's reason; and what `start` throws.
 */
export async function joinOr<T>(
  dataFolder: string,
  { signal, onWait }: Waiting,
  start: () => Promise<T>,
): Promise<RunningStack | T> {
  await withFolderErrors(dataFolder, async () => {
    const owner = await stat(dataFolder).then(({ uid }) => uid, ifMissing(undefined));
    if (owner !== undefined) await refuseForeign(dataFolder, owner);
  });
  let announced = false;
  for (const until = performance.now() + longestWait; ; await sleep(100, undefined, { signal })) {
    const holder = await holderOfFolder(dataFolder);
    if (holder?.url !== undefined) return running(dataFolder, holder.url, holder.runs);
    if (holder && performance.now() > until) throw new FolderInUseError(inUse(dataFolder, holder));
    if (holder) {
      if (!announced) onWait?.(`Waiting for process ${holder.pid}, which uses ${dataFolder}.`);
      announced = true;
      continue;
    }
    try {
      return await start();
    } catch (error) {
      // Another process was faster.
      if (!(error instanceof FolderInUseError) || performance.now() > until) throw error;
    }
  }
}

async function running(dataFolder: string, url: string, runs: StackFacts = {}): Promise<RunningStack> {
  const keys = await readKeys(dataFolder);
  return { url, keys, runs, databaseUrl: databaseUrl(clusterFolder(dataFolder), keys.postgresPassword) };
}
