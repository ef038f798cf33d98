import { setTimeout as sleep } from "node:timers/promises";
import { readKeys } from "./folder/keys.ts";
import { lockHolder } from "./folder/lock.ts";
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

/**
 * Connects to the embedded stack of a data folder: the one that is running there, else one started on any free port
 * until `close`.
 * @throws StackError with one line that says what to do.
 */
export async function connectEmbedded(path: string): Promise<EmbeddedConnection> {
  const dataFolder = await openDataFolder(path);
  for (const until = Date.now() + startTimeout; ; await sleep(100)) {
    const holder = await lockHolder(dataFolder);
    if (!holder) break;
    if (holder.url !== undefined) return { url: holder.url, keys: await readKeys(dataFolder), started: false, close: async () => undefined };
    if (Date.now() > until) throw new StackError(`The stack that process ${holder.pid} is starting in ${dataFolder} does not come up.`);
  }
  const { url, keys, stop } = await startStack({ dataFolder, port: 0 });
  return { url, keys, started: true, close: stop };
}
