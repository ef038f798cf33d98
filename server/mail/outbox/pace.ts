import { pause } from "../../lib/loop.ts";

/** Resolves at most so many times a second, evenly; an abort ends a wait early. */
export type Pace = (signal?: AbortSignal) => Promise<void>;

/** A pace of at most `perSecond` times a second. */
export function createPace(perSecond: number): Pace {
  let next = 0;
  return async (signal) => {
    const now = performance.now();
    const mine = Math.max(now, next);
    next = mine + 1000 / perSecond;
    if (mine > now) await pause(mine - now, signal);
  };
}
