const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Time within which a second Ctrl-C counts as the same one, in ms: the terminal sends it to us, and npm passes it on. */
const sameSignal = 1000;

/**
 * Calls `interrupt` at Ctrl-C, at a termination request and when the terminal is closed; a later one ends the process at once,
 * as a shell expects. Returns what takes this back.
 */
export function onInterruption(interrupt: () => void): () => void {
  let first: number | undefined;
  const interrupted = () => {
    first ??= performance.now();
    interrupt();
    // Not by the signal itself, which would leave PostgreSQL running.
    // oxlint-disable-next-line unicorn/no-process-exit -- nobody would catch an error that is thrown here
    if (performance.now() - first > sameSignal) process.exit(130);
  };
  for (const name of signals) process.on(name, interrupted);
  return () => signals.forEach((name) => process.off(name, interrupted));
}
