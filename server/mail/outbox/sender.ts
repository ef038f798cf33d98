import type { DeliveryError } from "../transports/transport.ts";
import { drain, type DrainOptions } from "./drain.ts";
import { pause } from "./pause.ts";

/** What a sender works with. */
export interface SenderOptions extends Omit<DrainOptions, "signal"> {
  /** Told when mails stop going out, and when they go again: codes, never an address. */
  log?: ((line: string) => void) | undefined;
  /** Time between two looks into the outbox without a call of `wake`, in ms. */
  interval?: number;
}

/** A sender that works until it is stopped. */
export interface Sender {
  /** A mail has been added: it is sent at once. */
  wake(): void;
  /** Ends it; mails under way are given some seconds. */
  stop(): Promise<void>;
}

const defaultInterval = 5000;

/** Waits after the first failure in a row and after many, in ms. */
const firstWait = 10_000;
const longestWait = 300_000;

/** Longest wait for mails under way at the end, in ms. */
const lastWait = 10_000;

/** Sends what the outbox has and gets. */
export function startSender({ log, interval = defaultInterval, ...options }: SenderOptions): Sender {
  const end = new AbortController();
  let woken = new AbortController();
  let failures = 0;

  const round = async (): Promise<number> => {
    const failed = await drain({ ...options, signal: end.signal }).then(
      ({ down }) => down,
      () => "the database does not answer" as const,
    );
    if (failed === undefined) {
      if (failures > 0) log?.("Mails go out again.");
      failures = 0;
      return interval;
    }
    const wait = waitAfter(failed, failures++);
    const why = typeof failed === "string" ? failed : failed.code;
    if (failures === 1) log?.(`Mails wait: ${why}. They are tried again until they go.`);
    return wait;
  };

  const running = (async () => {
    while (!end.signal.aborted) {
      woken = new AbortController();
      const wait = await round();
      // While nothing goes, a new mail is no reason to try sooner.
      await pause(wait, failures > 0 ? end.signal : AbortSignal.any([end.signal, woken.signal]));
    }
  })();

  return {
    wake: () => woken.abort(),
    stop: async () => {
      end.abort();
      const over = new AbortController();
      await Promise.race([running, pause(lastWait, over.signal)]);
      // Otherwise the timer of `pause` keeps the process alive.
      over.abort();
      await options.transport.close();
    },
  };
}

function waitAfter(failed: DeliveryError | string, failures: number): number {
  const asked = typeof failed === "string" ? 0 : (failed.retryAfter ?? 0) * 1000;
  return Math.max(asked, Math.min(firstWait * 2 ** failures, longestWait));
}
