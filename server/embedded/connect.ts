import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { readKeys } from "./folder/keys.ts";
import { alive, lockHolder } from "./folder/lock.ts";
import { openDataFolder } from "./folder/open.ts";
import { type Stack, startStack } from "./stack.ts";
import { StackError } from "./stackError.ts";

/** Longest wait for a stack that another process is starting, in ms. */
const startTimeout = 30_000;

/** An embedded stack to work with. */
export interface EmbeddedConnection extends Pick<Stack, "url" | "keys"> {
  /** True when it was started for this connection, and `close` stops it. */
  started: boolean;
  close(): Promise<void>;
}

/** Who else is using a stack: one file per process, so that whoever started it for itself stops it last. */
const guestsFolder = (dataFolder: string): string => join(dataFolder, "guests");

async function beGuest(dataFolder: string): Promise<() => Promise<void>> {
  const folder = guestsFolder(dataFolder);
  const file = join(folder, String(process.pid));
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeFile(file, "");
  return () => rm(file, { force: true });
}

async function guestsGone(dataFolder: string): Promise<void> {
  const guests = async () =>
    (await readdir(guestsFolder(dataFolder)).catch((): string[] => [])).map(Number).filter((pid) => alive(pid));
  while ((await guests()).length > 0) await sleep(100);
  await rm(guestsFolder(dataFolder), { recursive: true, force: true });
}

/**
 * Connects to the embedded stack of a data folder: the one that is running there, else one started on any free port
 * until `close`, which waits for other processes that have connected to it meanwhile.
 * @throws StackError with one line that says what to do.
 */
export async function connectEmbedded(path: string): Promise<EmbeddedConnection> {
  const dataFolder = await openDataFolder(path);
  for (const until = Date.now() + startTimeout; ; await sleep(100)) {
    const holder = await lockHolder(dataFolder);
    if (!holder) break;
    if (holder.url !== undefined)
      return { url: holder.url, keys: await readKeys(dataFolder), started: false, close: await beGuest(dataFolder) };
    if (Date.now() > until)
      throw new StackError(`The stack that process ${holder.pid} is starting in ${dataFolder} does not come up.`);
  }
  // Left by killed processes: nobody can be a guest of a stack that does not run.
  await rm(guestsFolder(dataFolder), { recursive: true, force: true });
  const { url, keys, stop } = await startStack({ dataFolder, port: 0 });
  return {
    url,
    keys,
    started: true,
    close: async () => {
      await guestsGone(dataFolder);
      await stop();
    },
  };
}
