import { setTimeout as sleep } from "node:timers/promises";
import type { Server } from "./server.ts";
import { messageOf } from "../../lib/caught.ts";

/** Number of restarts within the time span (ms) after which a server that keeps ending is given up. */
const restarts = { most: 3, span: 10 * 60_000 };

/** Pause before another attempt to restart, in ms: the processes of a killed server need a moment to end. */
const restartPause = 250;

/**
 * Restarts a server that ends by itself, until `stop`. `gone` resolves with one line if it ends too often, or does not start
 * again.
 */
export function supervise(first: Server, start: () => Promise<Server>, log: (line: string) => void) {
  const stopping = new AbortController();
  let current = Promise.resolve(first);
  const watch = async (): Promise<string> => {
    for (let past: number[] = []; ;) {
      const reason = await (await current).ended;
      if (stopping.signal.aborted) return new Promise<never>(() => undefined);
      const now = performance.now();
      past = [...past.filter((time) => now - time < restarts.span), now];
      if (past.length > restarts.most)
        return `PostgreSQL has ended ${past.length} times (${reason}). What was stored is safe.`;
      log(`PostgreSQL has ended (${reason}) and is started again.`);
      current = retry(start, { signal: stopping.signal });
      await current;
    }
  };
  const gone = watch().catch((error: unknown) =>
    stopping.signal.aborted
      ? new Promise<never>(() => undefined)
      : `PostgreSQL has ended and does not start again. ${messageOf(error)}`,
  );
  const stop = async () => {
    stopping.abort();
    const server = await current.catch(() => undefined);
    await server?.stop();
  };
  return { gone, stop };
}

/** When to try again to start a server. */
interface RetryOptions {
  /** Ends the attempts. */
  signal?: AbortSignal;
  /** Whether another attempt may succeed after a failure; by default after any. */
  worthIt?: (error: unknown) => boolean;
}

/**
 * Tries a few times to start a server.
 * @throws the error of the last attempt.
 */
export async function retry(
  start: () => Promise<Server>,
  { signal, worthIt = () => true }: RetryOptions,
): Promise<Server> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await start();
    } catch (error) {
      if (signal?.aborted || attempt === restarts.most || !worthIt(error)) throw error;
      await sleep(restartPause * 2 ** attempt, undefined, { signal });
    }
  }
}
