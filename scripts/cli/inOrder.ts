/**
 * Does `work` on each item, on at most `most` at once, and yields the results in the order of the items. Once the
 * caller has stopped, or is given a failure, no work is under way any more.
 * @throws what the work on the item whose turn it is throws
 */
export async function* inOrder<T, R>(
  items: Iterable<T>,
  most: number,
  work: (item: T) => Promise<R>,
): AsyncGenerator<R, void, undefined> {
  const running: Promise<R>[] = [];
  try {
    for (const item of items) {
      const begun = work(item);
      // It may fail before its turn comes, which must not count as an unhandled rejection.
      begun.catch(() => undefined);
      running.push(begun);
      if (running.length < most) continue;
      const [first] = running;
      if (first) yield await first;
      running.shift();
    }
    for (const each of running) yield await each;
  } finally {
    await Promise.allSettled(running);
  }
}
