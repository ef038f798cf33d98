import type { Store } from "./store/store.ts";

/** Most checks a second, as each writes to the disk and anyone may ask. */
const perSecond = 3;

/**
 * Checks whether a join could be stored now. Requests that come at the same time, or too often, share one answer.
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
