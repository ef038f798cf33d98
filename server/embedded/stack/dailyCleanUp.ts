const day = 86_400_000;

/**
 * Erases what is kept for nothing at once, then once a day. One that fails is said, unless the stop ended it.
 * @returns what stops it; one under way goes on.
 */
export function startDailyCleanUp(prune: () => Promise<unknown>, log?: (line: string) => void): () => void {
  let stopped = false;
  const sweep = () =>
    prune().catch(() => {
      if (!stopped) log?.("The daily clean-up failed; it is tried again tomorrow.");
    });
  void sweep();
  const daily = setInterval(() => void sweep(), day);
  return () => {
    stopped = true;
    clearInterval(daily);
  };
}
