import { ProblemError } from "../http/problem.ts";
import type { Supabase } from "../supabase/client.ts";
import { keyedHash } from "./keyedHash.ts";

/** How many submissions one client address may make: `burst` at once, then one every `secondsPerRequest`. */
export interface RateLimit {
  burst: number;
  secondsPerRequest: number;
}

/** Generous to a shared office address, tight to a script: twenty at once, then one every 30 s. */
export const defaultRateLimit: RateLimit = { burst: 20, secondsPerRequest: 30 };

/** Takes one request from a client's bucket, or refuses. */
export type RateLimiter = (route: string, clientAddress: string | undefined) => Promise<void>;

/**
 * A limiter whose buckets are in the database, so that all instances of the backend share them. Only a keyed hash of
 * the address is stored. A host that cannot tell the address is not limited: one bucket for all would shut everyone out.
 * @throws ProblemError `rate_limited` with the wait, `store_unavailable`.
 */
export function createRateLimiter(supabase: Supabase, secret: string, limit: RateLimit): RateLimiter {
  return async (route, clientAddress) => {
    if (clientAddress === undefined) return;
    const { data, error } = await supabase.rpc("take_rate_limit", {
      bucket: `${route}:${await keyedHash(secret, clientAddress)}`,
      burst: limit.burst,
      seconds_per_request: limit.secondsPerRequest,
    });
    if (error) throw new ProblemError("store_unavailable", { cause: error });
    if (data > 0) throw new ProblemError("rate_limited", { retryAfter: data });
  };
}
