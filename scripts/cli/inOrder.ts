/**
 * Does work on each item, on `most` at once, and gives what comes of it in the order of the items. Whoever stops asking, or
 * is told of a failure, is answered when nothing is under way any more.
 * @throws what the work on the item in turn throws
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
      // It may fail before its turn comes.
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
