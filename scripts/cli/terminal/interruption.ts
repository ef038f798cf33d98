const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * Time within which a second Ctrl-C counts as the same one, in ms: the terminal sends it to us, and npm passes
 * it on as well.
 */
const sameSignal = 1000;

/**
 * Calls `interrupt` at Ctrl-C, at a termination request and when the terminal is closed. A later signal ends
 * the process at once, as shells expect. Returns a function that removes the handlers.
 */
export function onInterruption(interrupt: () => void): () => void {
  let first: number | undefined;
  const interrupted = () => {
    first ??= performance.now();
    interrupt();
    // The process does not end by the signal itself, which would leave PostgreSQL running.
    // oxlint-disable-next-line unicorn/no-process-exit -- nobody would catch an error that is thrown here
    if (performance.now() - first > sameSignal) process.exit(130);
  };
  for (const name of signals) process.on(name, interrupted);
  return () => signals.forEach((name) => process.off(name, interrupted));
}
