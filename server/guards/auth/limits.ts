import { keyedHash } from "../../limits/keyedHash.ts";
import { mailboxOf } from "../../limits/mailbox.ts";
import { type RateLimit, type RateLimiter, requireNoWait } from "../../limits/rateLimit.ts";
import type { MailLimit, Store } from "../../store/store.ts";

/** Mails to one mailbox, and to all: a flood of them is bounded whoever asks, and from however many places. */
const mailLimit: MailLimit = { secondsBetween: 60, perHour: 5, overallBurst: 100, overallSeconds: 10 };

/** Tries of one account's password, from wherever: ten at once, then one every five minutes. Links stay open to the owner. */
const passwordLimit: RateLimit = { burst: 10, secondsPerRequest: 300 };

/** What the auth calls are counted by. Each throws ProblemError `rate_limited` with the wait, or `store_unavailable`. */
export interface AuthLimits {
  /** Calls of one sender that cost a mail, a password hash or a guess. */
  sender(clientAddress: string | undefined): Promise<void>;
  /** Mails to the mailbox of an address, counted alike whether anybody has an account there. */
  mailsTo(email: string): Promise<void>;
  /** Tries of an account's password. */
  passwordOf(email: string): Promise<void>;
}

/** The limits of the auth calls, counted in the store, where addresses stand as keyed hashes only. */
export function createAuthLimits(
  store: Pick<Store, "take" | "takeMail">,
  secret: string,
  limit: RateLimiter,
): AuthLimits {
  return {
    sender: (clientAddress) => limit("auth", clientAddress),
    mailsTo: async (email) =>
      requireNoWait(await store.takeMail(await keyedHash(secret, `mail:${mailboxOf(email)}`), mailLimit)),
    passwordOf: async (email) => {
      const key = `password:${await keyedHash(secret, `password:${email}`)}`;
      requireNoWait(await store.take({ key, ...passwordLimit }));
    },
  };
}
