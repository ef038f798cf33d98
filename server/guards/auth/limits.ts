import { ProblemError } from "../../http/problem.ts";
import type { Supabase } from "../../supabase/client.ts";
import { keyedHash } from "../keyedHash.ts";
import type { RateLimiter } from "../rateLimit.ts";

/** Mails to one recipient, and to all: a flood of them is bounded whoever asks, and from however many places. */
export const mailLimit = { seconds_between: 60, per_hour: 5, overall_burst: 100, overall_seconds: 10 };

/** Tries of one account's password, from wherever: ten at once, then one every five minutes. Links stay open to the owner. */
export const passwordLimit = { burst: 10, seconds_per_request: 300 };

/** What the auth calls are counted by. Each throws ProblemError `rate_limited` with the wait, or `store_unavailable`. */
export interface AuthLimits {
  /** Calls of one sender that cost a mail, a password hash or a guess. */
  sender(clientAddress: string | undefined): Promise<void>;
  /** Mails to an address, counted alike whether anybody has an account there. */
  mailsTo(email: string): Promise<void>;
  /** Tries of an account's password. */
  passwordOf(email: string): Promise<void>;
}

/** The limits of the auth calls, counted in the database, where addresses stand as keyed hashes only. */
export function createAuthLimits(supabase: Supabase, secret: string, limit: RateLimiter): AuthLimits {
  const settle = ({ data, error }: { data: number | null; error: unknown }): void => {
    if (data === null || error) throw new ProblemError("store_unavailable", { cause: error });
    if (data > 0) throw new ProblemError("rate_limited", { retryAfter: data });
  };
  return {
    sender: (clientAddress) => limit("auth", clientAddress),
    mailsTo: async (email) =>
      settle(
        await supabase.rpc("take_mail_limit", { recipient: await keyedHash(secret, `mail:${email}`), ...mailLimit }),
      ),
    passwordOf: async (email) =>
      settle(
        await supabase.rpc("take_rate_limit", {
          bucket: `password:${await keyedHash(secret, `password:${email}`)}`,
          ...passwordLimit,
        }),
      ),
  };
}
