import { keyedHash } from "../../limits/keyedHash.ts";
import { mailboxOf } from "../../limits/mailbox.ts";
import { type RateLimit, type RateLimiter, requireNoWait } from "../../limits/rateLimit.ts";
import type { Bucket } from "../../store/admission.ts";
import type { MailLimit, Store } from "../../store/store.ts";

/** Limits of mails to one mailbox and overall, however many clients ask. */
const mailLimit: MailLimit = { secondsBetween: 60, perHour: 5, overallBurst: 100, overallSeconds: 10 };

/** Password attempts at one account, by all clients: ten at once, then one every five minutes. The owner can still use links. */
const passwordLimit: RateLimit = { burst: 10, secondsPerRequest: 300 };

/**
 * Passwords to be hashed, of all accounts and by all clients. A hash stops this process for some 70 ms, and one customer's IPv6
 * network has enough clients to ask for thousands, without a captcha.
 */
const allPasswords: Bucket = { key: `passwordall:${"0".repeat(64)}`, burst: 20, secondsPerRequest: 0.5 };

/** The rate limits of auth calls. Each throws ProblemError `rate_limited` with the wait, or `store_unavailable`. */
export interface AuthLimits {
  /** A client's calls that cause a mail, a password hash or a guess. */
  sender(clientAddress: string | undefined): Promise<void>;
  /** Mails to the mailbox of an address, counted whether or not it has an account. */
  mailsTo(email: string): Promise<void>;
  /** Attempts at an account's password. */
  passwordOf(email: string): Promise<void>;
  /** Passwords to be hashed. */
  passwords(): Promise<void>;
}

/** Creates the limits, which are counted in the store under keyed hashes of addresses. */
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
    passwords: async () => requireNoWait(await store.take(allPasswords)),
  };
}
