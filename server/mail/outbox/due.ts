import { pause } from "../../lib/loop.ts";
import type { TokenMail } from "./batch.ts";
import type { ClaimedBatch } from "./outbox.ts";

/** Waits before a result is written again, in ms: a mail whose result is not written is sent twice. */
const settleWaits = [200, 1000, 5000, 15_000];

/** A mail to be sent, or a batch of them. */
export interface Due {
  mails: TokenMail[];
  batch?: ClaimedBatch | undefined;
  /** When its turn among the requests of all senders is, by `performance.now()`. */
  startAt: number;
  /** When the claim is too old to send it, by `performance.now()`. */
  startBy: number;
}

/** Hands out what was claimed one by one, and claims more when there is none left. */
export function handOut(
  claim: () => Promise<{ due: number; dues: Due[] }>,
  stopped: () => boolean,
): () => Promise<Due | undefined> {
  let batch: Due[] = [];
  let claiming: Promise<number> | undefined;
  const fill = async (): Promise<number> => {
    const { due, dues } = await claim();
    batch = dues;
    return due;
  };
  return async () => {
    while (batch.length === 0) {
      if (stopped()) return undefined;
      claiming ??= fill().finally(() => (claiming = undefined));
      if ((await claiming) === 0) return undefined;
    }
    return batch.shift();
  };
}

/** Writes a result to the database, and repeats that if there is no answer. @throws the last error. */
export async function insist(write: () => Promise<void>): Promise<void> {
  for (const wait of settleWaits) {
    try {
      return await write();
    } catch {
      await pause(wait);
    }
  }
  await write();
}
