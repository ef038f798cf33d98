import { type DeliveryError, reasonOf } from "../transports/transport.ts";
import { drain, type DrainOptions } from "./drain.ts";
import { createPace, pause } from "./pause.ts";

/** Options of a sender. */
export interface SenderOptions extends Omit<DrainOptions, "signal"> {
  /** Logs when mails can no longer be sent, and when they can again: codes, never an address. */
  log?: ((line: string) => void) | undefined;
  /** Interval at which it looks into the outbox if `wake` is not called, in ms. */
  interval?: number;
}

/** A sender that runs until it is stopped. */
export interface Sender {
  /** Call it after adding a mail, which is then sent at once. */
  wake(): void;
  /** Stops it; mails that are being sent get some seconds to finish. */
  stop(): Promise<void>;
}

const defaultInterval = 5000;

/** Waits after the first failure in a row, and after many, in ms. */
const firstWait = 10_000;
const longestWait = 300_000;

/** Longest wait at the end for mails that are being sent, in ms. */
const lastWait = 10_000;

/** Starts a sender, which sends the mails in the outbox and those that are added. */
export function startSender({ log, interval = defaultInterval, ...options }: SenderOptions): Sender {
  const pace = createPace(options.perSecond);
  const end = new AbortController();
  let woken = new AbortController();
  let failures = 0;
  let told = false;

  const round = async (): Promise<number> => {
    const { sent, failed } = await drain({ ...options, signal: end.signal }, pace).then(
      (drained) => ({ sent: drained.sent, failed: drained.down }),
      () => ({ sent: 0, failed: "the database does not answer" as const }),
    );
    // A server that takes some mails at a time is asked again soon.
    if (failed === undefined || sent > 0) failures = 0;
    if (failed === undefined) {
      if (told) log?.("Mails go out again.");
      told = false;
      return interval;
    }
    const why = typeof failed === "string" ? failed : reasonOf(failed);
    if (!told) log?.(`Mails wait: ${why}. They are tried again until they go.`);
    told = true;
    return waitAfter(failed, failures++);
  };

  const running = (async () => {
    while (!end.signal.aborted) {
      woken = new AbortController();
      const wait = await round();
      // While the transport is down, a new mail is no reason to try sooner.
      await pause(wait, failures > 0 ? end.signal : woken.signal);
    }
  })();

  const ended = async (): Promise<void> => {
    const over = new AbortController();
    await Promise.race([running, pause(lastWait, over.signal)]);
    // Otherwise the timer of `pause` keeps the process alive.
    over.abort();
  };

  return {
    wake: () => woken.abort(),
    stop: async () => {
      end.abort();
      woken.abort();
      await ended();
      await options.transport.close();
      // Of mails that the transport gives up, too, the outcome is recorded.
      await ended();
    },
  };
}

function waitAfter(failed: DeliveryError | string, failures: number): number {
  const asked = typeof failed === "string" ? 0 : (failed.retryAfter ?? 0) * 1000;
  return Math.max(asked, Math.min(firstWait * 2 ** failures, longestWait));
}
