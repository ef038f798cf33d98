import type { Mail } from "../mail.ts";
import { pause } from "../outbox/pause.ts";
import { DeliveryError, type Transport } from "../transports/transport.ts";

/** Options of a delivery. */
export interface DeliveryOptions {
  /** Lifetime of a link, in seconds: nobody needs its mail afterwards. */
  linkLife: number;
  /** Ends all waits; each waiting mail is then tried once more. */
  signal?: AbortSignal;
  /** Logs mails that could not be sent: codes, never an address. */
  log?: ((line: string) => void) | undefined;
}

/** Waits before the second attempt and before each later one, in ms. */
const secondWait = 5000;
const laterWait = 60_000;

/** Longest wait at the end for mails that are tried once more, in ms. */
const lastWait = 5000;

/** Most attempts without an answer: each of them may have been delivered. */
const mostDoubts = 3;

/** How long an answer is awaited, in ms, before another attempt is made beside that one, once only: the link lives for minutes. */
const patience = 60_000;

/**
 * Sends mails with sign-in links, each until it is accepted or its link is about to expire. A newer mail to an address replaces
 * one that still waits, as the auth service accepts only an account's newest link.
 */
export function createDelivery(
  transport: Transport,
  { linkLife, signal, log }: DeliveryOptions,
): {
  send(mail: Mail): void;
  replace(to: string): void;
  /** Resolves when no mail is being sent any more, or after some seconds; the transport must stay open until then. */
  ended(): Promise<void>;
} {
  const waiting = new Map<string, AbortController>();
  const underWay = new Set<Promise<void>>();
  const deliver = async (mail: Mail, replaced: AbortController): Promise<void> => {
    const until = performance.now() + linkLife * 1000 - laterWait;
    const over = replaced.signal;
    let doubts = 0;
    for (let wait = secondWait; ; wait = laterWait) {
      const outcome = transport.send(mail).then(
        () => replaced.abort(),
        (error: unknown) => (error instanceof DeliveryError ? error : new DeliveryError("temporary", "unexpected")),
      );
      const failure = await (doubts === 0 ? orDoubt(outcome) : outcome);
      if (!failure || over.aborted) return;
      if (failure.failure === "doubtful") doubts++;
      const last = failure.failure === "permanent" || doubts === mostDoubts || signal?.aborted;
      if (last || performance.now() + wait > until) return log?.(`A sign-in mail could not be sent: ${failure.code}.`);
      await pause(wait, signal ? AbortSignal.any([over, signal]) : over);
      if (over.aborted) return;
    }
  };
  const replace = (to: string): void => {
    waiting.get(to)?.abort();
    waiting.delete(to);
  };
  return {
    replace,
    send(mail) {
      replace(mail.to);
      const mine = new AbortController();
      waiting.set(mail.to, mine);
      const delivery = deliver(mail, mine).finally(() => {
        if (waiting.get(mail.to) === mine) waiting.delete(mail.to);
        underWay.delete(delivery);
      });
      underWay.add(delivery);
    },
    async ended() {
      const over = new AbortController();
      await Promise.race([Promise.all(underWay), pause(lastWait, over.signal)]);
      over.abort();
    },
  };
}

/** The outcome of an attempt, or that it is in doubt: its server may be reading the mail, or be gone. */
async function orDoubt(outcome: Promise<DeliveryError | void>): Promise<DeliveryError | void> {
  let timer: NodeJS.Timeout | undefined;
  const unanswered = new Promise<DeliveryError>((resolve) => {
    timer = setTimeout(() => resolve(new DeliveryError("doubtful", "no_answer")), patience);
  });
  return Promise.race([outcome, unanswered]).finally(() => clearTimeout(timer));
}
