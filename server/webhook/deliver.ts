import { kindOf } from "../lib/caught.ts";
import type { Round } from "../lib/loop.ts";
import type { WebhookSettings } from "../settings/webhook.ts";
import { sendEvent } from "./message.ts";
import type { WebhookQueue } from "./queue.ts";

/** How long a claimed event belongs to its backend, in seconds; longer than an answer may take. */
const leaseSeconds = 60;

/** How many events are delivered at the same time. */
const concurrency = 4;

/**
 * Delivers the events that are due in each round. The first failure ends the round, so that a receiver that is
 * down gets only a few of the waiting events. Any number of backends may deliver at the same time. One that
 * dies after a delivery repeats it, under the same id.
 */
export function createWebhookRound(
  queue: WebhookQueue,
  settings: WebhookSettings,
  log: (line: string) => void = () => undefined,
): Round {
  let reported = false;
  return async (signal) => {
    let failed: string | undefined;
    const work = async () => {
      while (failed === undefined && !signal.aborted) {
        const event = await queue.claim(leaseSeconds);
        if (!event) return;
        const error = await sendEvent(event, settings);
        if (error !== undefined) failed = error;
        else if (reported) {
          log("The webhook's receiver takes events again.");
          reported = false;
        }
        await queue.settle(event, error);
      }
    };
    await Promise.all(Array.from({ length: concurrency }, work)).catch((error: unknown) => {
      failed = `the database does not answer (${kindOf(error)})`;
    });
    if (failed === undefined || reported) return;
    log(`Events wait for the webhook's receiver: ${failed}. They are tried again for three days.`);
    reported = true;
  };
}
