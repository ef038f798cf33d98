import { setTimeout as sleep } from "node:timers/promises";
import { withClient } from "../../../server/embedded/database/withClient.ts";
import type { Outbox } from "../../../server/mail/outbox/outbox.ts";

/** The sender's calls for a hundred mails, all of which are accepted. Returns how long the claim took, in ms. */
export async function sendHundred(outbox: Outbox): Promise<number> {
  const asked = performance.now();
  const { emails } = await outbox.claim({ batch: 100, leaseSeconds: 600 });
  const claimed = performance.now() - asked;
  await outbox.register(
    emails.map(({ id, email }) => ({ hash: `${id}${id}`.replaceAll("-", ""), purpose: "unsubscribe", email })),
  );
  await outbox.settle(emails.map(({ id, attempt, doubtful }) => ({ id, attempt, doubtful, outcome: "sent" })));
  return claimed;
}

interface Sending {
  outbox: Outbox;
  /** Connection string as the superuser. */
  databaseUrl: string;
  /** Mails a second. */
  perSecond: number;
}

/**
 * Does some work while queued mails are sent. Beside it a transaction is open, as that of a dump, so that nothing is
 * cleaned up. Returns how long each claim took, in ms.
 */
export const sendBesideDump = ({ outbox, databaseUrl, perSecond }: Sending, work: () => Promise<void>) =>
  withClient(databaseUrl, async (dump) => {
    await dump.query("begin isolation level repeatable read");
    await dump.query("select from public.waitlist limit 1");
    const times: number[] = [];
    const end = new AbortController();
    const sending = (async () => {
      while (!end.signal.aborted) {
        const next = sleep(100_000 / perSecond);
        times.push(await sendHundred(outbox));
        await next;
      }
    })();
    try {
      await work();
    } finally {
      end.abort();
      await sending;
    }
    return times;
  });
