import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { messageOf } from "../../lib/caught.ts";
import { inDataFolder } from "../../lib/dataFolder.ts";
import { HeldError, type HeldFile, holderOf, holdFile, type Holder } from "../../lib/heldFile.ts";
import { StackError } from "../errors/stackError.ts";
import { databaseUrl } from "../postgres/cluster.ts";
import { refuseUnseen } from "../postgres/leftovers.ts";
import { type EmbeddedKeys, readKeys } from "./keys.ts";
import { clusterFolder } from "./open.ts";

/** Another process has this folder; two must never share one. */
export class FolderInUseError extends StackError {}

const fileIn = (dataFolder: string): string => join(dataFolder, inDataFolder.stack);

/**
 * Takes a data folder for this process, by its file `stack.json`, until `release` or the end of the process.
 * @param command whether this is a command, which others wait for, as it ends by itself
 * @throws FolderInUseError naming the process that has it; StackError if the file cannot be written
 */
export async function takeFolder(dataFolder: string, { command = false } = {}): Promise<HeldFile> {
  try {
    // Before the file of another container, whose process cannot be seen either, is taken for that of a killed one.
    await refuseUnseen(clusterFolder(dataFolder));
    return await holdFile(fileIn(dataFolder), { ...(command && { command }) });
  } catch (cause) {
    if (cause instanceof HeldError) throw new FolderInUseError(inUse(dataFolder, cause.holder), { cause });
    if (cause instanceof StackError) throw cause;
    throw new StackError(`The data folder ${dataFolder} cannot be used: ${messageOf(cause)}`, { cause });
  }
}

const inUse = (folder: string, { pid, url, command }: Holder): string =>
  command
    ? `${folder} is in use by a command (process ${pid}). Wait until it has ended, then run this again.`
    : `${folder} is in use by another stack (process ${pid}${url === undefined ? "" : `, ${url}`}). Stop it first.`;

/** The process that has a data folder, with the address of its stack while that runs. */
export const holderOfFolder = (dataFolder: string): Promise<Holder | undefined> => holderOf(fileIn(dataFolder));

/** The running stack of another process, or of this one. */
export interface RunningStack {
  /** Its address for a program, by its number. */
  url: string;
  keys: EmbeddedKeys;
  /** Whether it sends its mails. */
  sends: boolean;
  /** Connection string of its database, as superuser. */
  databaseUrl: string;
}

/** Options of waiting for another process. */
export interface Waiting {
  /** Ends the wait. */
  signal?: AbortSignal | undefined;
  /** Logs once, in one line, what it waits for. */
  waits?: ((line: string) => void) | undefined;
}

/** Longest wait for a stack that another process is starting, including its build of the site, or for a command, in ms. */
const longestWait = 120_000;

/**
 * Gives the stack that runs in a data folder, or else what `start` makes of the folder. Waits while another process has the folder
 * without a stack that can be used: one that is starting or stopping, or a command.
 * @throws FolderInUseError if that takes two minutes, the signal's reason, and what `start` throws.
 */
export async function joinOr<T>(
  dataFolder: string,
  { signal, waits }: Waiting,
  start: () => Promise<T>,
): Promise<RunningStack | T> {
  let told = false;
  for (const until = performance.now() + longestWait; ; await sleep(100, undefined, { signal })) {
    const holder = await holderOfFolder(dataFolder);
    if (holder?.url !== undefined) return running(dataFolder, holder.url, holder.sends);
    if (holder && performance.now() > until) throw new FolderInUseError(inUse(dataFolder, holder));
    if (holder) {
      if (!told) waits?.(`Waiting for process ${holder.pid}, which uses ${dataFolder}.`);
      told = true;
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

async function running(dataFolder: string, url: string, sends = false): Promise<RunningStack> {
  const keys = await readKeys(dataFolder);
  return { url, keys, sends, databaseUrl: databaseUrl(clusterFolder(dataFolder), keys.postgresPassword) };
}
