import { longestAnswer, longestTransfer, type Transport } from "../transports/transport.ts";
import type { ClaimedEmail, Outbox } from "./outbox.ts";
import { deriveTokens, type MailTokens, tokenEntries } from "./tokens.ts";

/** How mails are claimed. */
export interface DueOptions {
  outbox: Pick<Outbox, "claim" | "register">;
  transport: Pick<Transport, "concurrency" | "idempotentHours">;
  /** Key from which the links' tokens are derived. */
  secret: string;
  leaseSeconds: number;
  /** Most mails a second. */
  perSecond: number;
}

/** A claimed mail, whose links are valid. */
export interface DueMail {
  email: ClaimedEmail;
  tokens: MailTokens;
  /** When its claim is too old to send it, by `performance.now()`. */
  startBy: number;
}

/**
 * Mails claimed at a time: what a second sends, since who leaves meanwhile is mailed all the same; and per concurrent send at most so many
 * that they are sent long before the lease ends.
 */
const claimedAhead = 4;

/**
 * Longest time from a claim, which judges whether a mail may still be sent, to its sending, in ms. A server that does not answer
 * holds up those behind it for minutes, and their people may be erased or leave meanwhile.
 */
const longestHeld = 60_000;

/**
 * Claims mails, batch by batch, until none is due or `stopped` says so.
 * @returns the mails, and a function that must be called when one of them is settled
 */
export function claimDue({ outbox, transport, secret, leaseSeconds, perSecond }: DueOptions, stopped: () => boolean) {
  /** The attempts under way, by mail. If the clock jumps, a lease ends early, and a claim begins another attempt beside one of them. */
  const held = new Map<string, number>();

  const claim = async (): Promise<{ looked: number; mails: DueMail[] }> => {
    if (stopped()) return { looked: 0, mails: [] };
    const startBy = performance.now() + Math.min(longestHeld, leaseSeconds * 1000 - longestTransfer - longestAnswer);
    const doubtHours = transport.idempotentHours === undefined ? undefined : transport.idempotentHours - 1;
    const heldBefore = new Map(held);
    const { looked, emails } = await outbox.claim({
      batch: Math.min(Math.ceil(perSecond), claimedAhead * transport.concurrency),
      leaseSeconds,
      doubtHours,
    });
    // One that was released meanwhile comes back with the same number.
    const own = emails.filter(({ id, attempt }) => attempt <= (heldBefore.get(id) ?? attempt));
    for (const { id, attempt } of own) held.set(id, attempt);
    const mails = await Promise.all(
      own.map(async (email) => ({ email, startBy, tokens: await deriveTokens(secret, email) })),
    );
    const entries = await Promise.all(mails.map(({ email, tokens }) => tokenEntries(email.email, tokens)));
    await outbox.register(entries.flat());
    return { looked, mails };
  };

  // One batch is claimed ahead, so that sending never waits for the database.
  async function* dueMails(): AsyncGenerator<DueMail, void, undefined> {
    for (let next = claim(); ;) {
      const batch = await next;
      if (batch.looked === 0) return;
      next = claim();
      next.catch(() => undefined);
      yield* batch.mails;
    }
  }

  return { mails: dueMails(), settled: (id: string) => void held.delete(id) };
}
