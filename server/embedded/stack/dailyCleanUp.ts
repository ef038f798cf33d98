const day = 86_400_000;

/**
 * Time from the start to the first clean-up, in ms. A machine may start with a clock that is ahead until NTP sets it, and what
 * is erased too early is lost.
 */
const settling = 15 * 60_000;

/**
 * Runs the clean-up a quarter of an hour after the start, then once a day. A failure is logged, unless the stop caused it.
 * @returns a function that stops it; a clean-up that has begun is not interrupted.
 */
export function startDailyCleanUp(prune: () => Promise<unknown>, log?: (line: string) => void): () => void {
  let timer: NodeJS.Timeout | undefined;
  const wait = (ms: number) => (timer = setTimeout(sweep, ms));
  const sweep = () => {
    wait(day);
    prune().catch(() => {
      if (timer) log?.("The daily clean-up failed; it is tried again tomorrow.");
    });
  };
  wait(settling);
  return () => {
    clearTimeout(timer);
    timer = undefined;
  };
}
