import type { Outbox, Settlement } from "./outbox.ts";
import { pause } from "./pause.ts";

/** Waits before what came of mails is written again, in ms: what is not written is sent twice. */
const waits = [200, 1000, 5000, 15_000];

/**
 * Writes down what came of mails, each at once; what comes in while one call is under way goes together in the next.
 * @returns a function that resolves when its entry is written, and rejects after several tries.
 */
export function createSettler(outbox: Pick<Outbox, "settle">): (entry: Settlement) => Promise<void> {
  let next: { entries: Settlement[]; written: Promise<void> } | undefined;
  let running: Promise<unknown> = Promise.resolve();
  const write = async (entries: Settlement[]): Promise<void> => {
    for (const wait of waits) {
      try {
        return await outbox.settle(entries);
      } catch {
        await pause(wait);
      }
    }
    await outbox.settle(entries);
  };
  return (entry) => {
    if (next) {
      next.entries.push(entry);
      return next.written;
    }
    const entries = [entry];
    const written = running.then(() => {
      next = undefined;
      return write(entries);
    });
    next = { entries, written };
    running = written.catch(() => undefined);
    return written;
  };
}
