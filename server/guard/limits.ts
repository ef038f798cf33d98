import { keyedHash } from "../lib/keyedHash.ts";
import { type Bucket, networkBucketOf, type RateLimit, type RateLimiter, requireNoWait } from "../http/rateLimit.ts";
import type { Store } from "../store/store.ts";

/** Mails to one mailbox, however many clients ask: one a minute, five at once and then one in twelve minutes. */
const mailboxBuckets = (recipient: string): Bucket[] => [
  { key: `mailpause:${recipient}`, burst: 1, secondsPerRequest: 60 },
  { key: `mailhour:${recipient}`, burst: 5, secondsPerRequest: 720 },
];

/** Mails that everybody together may ask for. */
const allMails: Bucket = { key: `mailall:${"0".repeat(64)}`, burst: 100, secondsPerRequest: 10 };

/** Password attempts at one account, by all clients: ten at once, then one every five minutes. The owner can still use links. */
const passwordLimit: RateLimit = { burst: 10, secondsPerRequest: 300 };

/**
 * Passwords to be hashed, of all accounts and by all clients. A hash stops this process for some 70 ms, and one customer's IPv6
 * network has enough clients to ask for thousands, without a captcha.
 */
const allPasswords: Bucket = { key: `passwordall:${"0".repeat(64)}`, burst: 20, secondsPerRequest: 0.5 };

/**
 * The rate limits of auth calls. Each throws ProblemError `rate_limited` with the wait, or `store_unavailable`.
 * A network has only a share of a limit that is for everybody together.
 */
export interface AuthLimits {
  /** A client's calls that cause a mail or a password hash, are a guess, or leave a record that stays. */
  sender(clientAddress: string | undefined): Promise<void>;
  /** Mails to the mailbox of an address, counted whether or not it has an account. */
  mailTo(email: string, clientAddress: string | undefined): Promise<void>;
  /** A password that is tried at an account. A refusal uses up no attempt. */
  passwordOf(email: string, clientAddress: string | undefined): Promise<void>;
  newPassword(clientAddress: string | undefined): Promise<void>;
}

/** Creates the limits, which are counted in the store under keyed hashes of addresses. */
export function createAuthLimits(store: Pick<Store, "takeAll">, secret: string, limit: RateLimiter): AuthLimits {
  const passwords = async (clientAddress: string | undefined, ...more: Bucket[]): Promise<void> => {
    const network = await networkBucketOf("passwordnetwork", clientAddress, secret, allPasswords);
    requireNoWait(await store.takeAll([network, allPasswords, ...more]));
  };
  return {
    sender: (clientAddress) => limit("auth", clientAddress),
    mailTo: async (email, clientAddress) => {
      const recipient = await keyedHash(secret, `mail:${mailboxOf(email)}`);
      const network = await networkBucketOf("mailnetwork", clientAddress, secret, allMails);
      requireNoWait(await store.takeAll([...mailboxBuckets(recipient), network, allMails]));
    },
    passwordOf: async (email, clientAddress) => {
      const key = `password:${await keyedHash(secret, `password:${email}`)}`;
      await passwords(clientAddress, { key, ...passwordLimit });
    },
    newPassword: (clientAddress) => passwords(clientAddress),
  };
}

/**
 * The mailbox of an address in normal form, as far as its text shows: a plus begins a tag, and Gmail ignores dots. The same
 * rule as `email_mailbox_v1` of supabase/migrations, by which the outbox counts (docs/decisions/0118).
 */
export function mailboxOf(email: string): string {
  const [local = "", domain = ""] = email.split("@");
  const [name = ""] = local.split("+");
  if (domain === "gmail.com" || domain === "googlemail.com") return `${name.replaceAll(".", "")}@gmail.com`;
  return `${name}@${domain}`;
}
