/** Waits; an abort ends the wait early. */
export const pause = (ms: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal?.aborted) return resolve();
    const done = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal?.addEventListener("abort", done, { once: true });
  });

/** Resolves at most so many times a second, evenly, and not before `from` (by `performance.now()`); an abort ends a wait early. */
type Pace = (signal?: AbortSignal, from?: number) => Promise<void>;

/** A pace of at most `perSecond` times a second. */
export function createPace(perSecond: number): Pace {
  let next = 0;
  return async (signal, from = 0) => {
    const now = performance.now();
    const mine = Math.max(now, next, from);
    next = mine + 1000 / perSecond;
    if (mine > now) await pause(mine - now, signal);
  };
}

/** A round of work on what is due, which ends early when the signal aborts. It never rejects. */
export type Round = (signal: AbortSignal) => Promise<void>;

/** Rounds that follow one another until they are stopped. */
export interface Loop {
  /** Begins the next round at once. */
  wake(): void;
  /** Stops; a round under way gets some seconds to finish. */
  stop(): Promise<void>;
}

/** Longest wait for the last round, in ms. */
const lastWait = 20_000;

/** Runs rounds with so many ms between them, on a host that runs all the time. */
export function startLoop(round: Round, interval: number): Loop {
  const end = new AbortController();
  let woken = new AbortController();
  const running = (async () => {
    while (!end.signal.aborted) {
      woken = new AbortController();
      await round(end.signal);
      await pause(interval, woken.signal);
    }
  })();
  return {
    wake: () => woken.abort(),
    async stop() {
      end.abort();
      woken.abort();
      const over = new AbortController();
      await Promise.race([running, pause(lastWait, over.signal)]);
      // Otherwise the timer of `pause` keeps the process alive.
      over.abort();
    },
  };
}

/** Longest time that one request keeps a host busy, in ms; what remains waits for the next request. */
const longestWork = 60_000;

/**
 * Runs a round after an answer, on a host that only runs while it handles requests. If it is called again while it works, another round
 * follows.
 * @param keepAlive makes the host wait for the work, such as `EdgeRuntime.waitUntil`
 */
export function createBackgroundJob(round: Round, keepAlive: (work: Promise<void>) => void): () => void {
  let again = false;
  let running = false;
  const work = async (): Promise<void> => {
    const signal = AbortSignal.timeout(longestWork);
    while (again && !signal.aborted) {
      again = false;
      await round(signal);
    }
    // This follows the last look at `again` at once: a call in between would see it working although it has
    // finished.
    running = false;
  };
  return () => {
    again = true;
    if (running) return;
    running = true;
    keepAlive(work());
  };
}
