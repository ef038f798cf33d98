import type { Outbox, Settlement } from "./outbox.ts";
import { pause } from "./pause.ts";

/** Waits before the results of mails are written again, in ms: a mail whose result is not written is sent twice. */
const waits = [200, 1000, 5000, 15_000];

/**
 * Writes the results of mails to the database, each at once; results that arrive during a call share the next one.
 * @returns a function that resolves when its entry has been written, and rejects after several attempts.
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
