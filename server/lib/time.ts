/**
 * A signal that aborts after `ms`, with a `TimeoutError`, or as soon as `signal` does. `AbortSignal.any` alone is not enough:
 * it holds its sources weakly, so that Node 20 may collect the timeout, which then never fires.
 */
export function timeLimit(ms: number, signal?: AbortSignal | null): AbortSignal {
  const timeout = AbortSignal.timeout(ms);
  if (!signal) return timeout;
  // Node does not collect a timeout that has a listener.
  timeout.addEventListener("abort", () => undefined, { once: true });
  return AbortSignal.any([signal, timeout]);
}

/**
 * Time limit of a use case of the store, in ms. It is the same on every host as on a hosted project. A form
 * then answers `store_unavailable`.
 */
export const storeTimeout = 8000;

/** The time now, as PostgREST and the auth service write it. */
export const timestamp = (): string => new Date().toISOString().replace("Z", "+00:00");
