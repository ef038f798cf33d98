import type { Io } from "./io.ts";
import { progressBar } from "./progressBar.ts";

/**
 * Passes items to `work` in batches of `size`, one after the other, and shows how far it is.
 * @throws what `work` throws; the batches after that one are left out.
 */
export async function inBatches<T>(
  io: Io,
  items: readonly T[],
  size: number,
  work: (batch: readonly T[]) => Promise<void>,
): Promise<void> {
  const bar = progressBar(io, items.length);
  try {
    for (let start = 0; start < items.length; start += size) {
      const batch = items.slice(start, start + size);
      await work(batch);
      bar.at(start + batch.length);
    }
  } finally {
    bar.end();
  }
}
