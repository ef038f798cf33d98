import { drain, type DrainOptions } from "./drain.ts";

/** Longest that one request keeps a host at work, in ms; the rest goes with the next one. */
const longestWork = 60_000;

/**
 * Sends what is due after an answer, on a host that lives from request to request. Told again while it works, it looks
 * once more when it is done.
 * @param keepAlive has the host wait for the work, such as `EdgeRuntime.waitUntil`
 */
export function createBackgroundSender(
  options: Omit<DrainOptions, "signal">,
  keepAlive: (work: Promise<void>) => void,
  log: (line: string) => void,
): () => void {
  let again = false;
  let running = false;
  const work = async (): Promise<void> => {
    while (again) {
      again = false;
      const { down } = await drain({ ...options, signal: AbortSignal.timeout(longestWork) });
      if (down) log(`Mails wait: ${down.code}.`);
    }
  };
  return () => {
    again = true;
    if (running) return;
    running = true;
    keepAlive(
      work()
        .catch(() => log("Mails wait: the database does not answer."))
        .finally(() => {
          running = false;
        }),
    );
  };
}
