import type { Store } from "./store/store.ts";

/** Most checks a second: each writes to the disk, and anyone may ask. */
const perSecond = 3;

/**
 * Whether a join would be stored now. Those who ask at the same time, or more often than the store should be asked, share
 * an answer.
 */
export function createStoreCheck(store: Pick<Store, "check">): () => Promise<boolean> {
  let latest: Promise<boolean> = Promise.resolve(true);
  let started: number[] = [];
  let running = false;
  const check = async () => {
    const up = await store.check().then(
      () => true,
      () => false,
    );
    running = false;
    return up;
  };
  return () => {
    const now = performance.now();
    started = started.filter((time) => now - time < 1000);
    if (running || started.length >= perSecond) return latest;
    started.push(now);
    running = true;
    return (latest = check());
  };
}
