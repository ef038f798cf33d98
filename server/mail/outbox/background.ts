import { reasonOf } from "../transports/transport.ts";
import { drain, type DrainOptions } from "./drain.ts";
import { createPace } from "./pause.ts";

/** Longest time that one request keeps a host busy, in ms; the remaining mails wait for the next request. */
const longestWork = 60_000;

/**
 * Sends due mails after an answer, on a host that only runs while it handles requests. If it is called again while it works,
 * it looks once more at the end.
 * @param keepAlive makes the host wait for the work, such as `EdgeRuntime.waitUntil`
 */
export function createBackgroundSender(
  options: Omit<DrainOptions, "signal">,
  keepAlive: (work: Promise<void>) => void,
  log: (line: string) => void,
): () => void {
  const pace = createPace(options.perSecond);
  let again = false;
  let running = false;
  const work = async (): Promise<void> => {
    const signal = AbortSignal.timeout(longestWork);
    try {
      while (again && !signal.aborted) {
        again = false;
        const { down } = await drain({ ...options, signal }, pace);
        if (down) log(`Mails wait: ${reasonOf(down)}.`);
      }
    } catch {
      log("Mails wait: the database does not answer.");
    } finally {
      // At once after the last look at `again`: who asks in between would be told that it works, when it does no more.
      running = false;
    }
  };
  return () => {
    again = true;
    if (running) return;
    running = true;
    keepAlive(work());
  };
}
