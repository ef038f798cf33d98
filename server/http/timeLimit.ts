/**
 * A signal that aborts after `ms`, with a `TimeoutError`, or as soon as `signal` does. `AbortSignal.any` alone would not do:
 * it holds its sources weakly, and Node 20 collects a timeout that nothing else holds, which then never comes.
 */
export function timeLimit(ms: number, signal?: AbortSignal | null): AbortSignal {
  const timeout = AbortSignal.timeout(ms);
  if (!signal) return timeout;
  // Node keeps a timeout that is listened to.
  timeout.addEventListener("abort", () => undefined, { once: true });
  return AbortSignal.any([signal, timeout]);
}
