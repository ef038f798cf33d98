import type { Io } from "./io.ts";
import { progressBar } from "./progressBar.ts";

/** Items that come some at a time, and how many there are at most. */
export interface Pieces<T> {
  most: number;
  pieces: Iterable<readonly T[]> | AsyncIterable<readonly T[]>;
}

/**
 * Passes items to `work` in batches of `size`, one after the other, and shows how far it is. Only one batch is in memory.
 * @returns how many there were
 * @throws what `work` throws; the batches after that one are left out.
 */
export async function inBatches<T>(
  io: Io,
  { most, pieces }: Pieces<T>,
  size: number,
  work: (batch: readonly T[]) => Promise<void>,
): Promise<number> {
  const bar = progressBar(io, most);
  let done = 0;
  let batch: T[] = [];
  const pass = async () => {
    await work(batch);
    bar.at((done += batch.length));
    batch = [];
  };
  try {
    for await (const piece of pieces)
      for (const item of piece) {
        batch.push(item);
        if (batch.length === size) await pass();
      }
    if (batch.length > 0) await pass();
    bar.at(most);
    return done;
  } finally {
    bar.end();
  }
}
