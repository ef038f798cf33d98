import { ProblemError } from "../http/problem.ts";
import type { Supabase } from "../supabase/client.ts";
import { clientKey, unknownClient } from "./clientAddress.ts";
import { keyedHash } from "./keyedHash.ts";

/** How many requests one client may make: `burst` at once, then one every `secondsPerRequest`. */
export interface RateLimit {
  burst: number;
  secondsPerRequest: number;
}

/** Generous to a shared office address, tight to a script: twenty at once, then one every 30 s. */
export const defaultRateLimit: RateLimit = { burst: 20, secondsPerRequest: 30 };

/** The bucket of all whose address is not known holds this many times one visitor's (docs/decisions/0071). */
const strangersPerBucket = 20;

/** `times` as many requests in the same time. */
export const widened = ({ burst, secondsPerRequest }: RateLimit, times: number): RateLimit => ({
  burst: burst * times,
  secondsPerRequest: secondsPerRequest / times,
});

/** A client's bucket on a route, as the database's functions take it. Its key is a hash of whom the address stands for. */
export async function bucketOf(route: string, clientAddress: string | undefined, secret: string, limit: RateLimit) {
  const client = clientKey(clientAddress);
  const { burst, secondsPerRequest } = client === unknownClient ? widened(limit, strangersPerBucket) : limit;
  return { bucket: `${route}:${await keyedHash(secret, client)}`, burst, seconds_per_request: secondsPerRequest };
}

/** Takes one request from a client's bucket, or refuses. */
export type RateLimiter = (route: string, clientAddress: string | undefined) => Promise<void>;

/**
 * A limiter whose buckets are in the database, so that all instances of the backend share them. Only a keyed hash of
 * whom the address stands for (`clientKey`) is stored. All whose address is not known share one, larger bucket.
 * @throws ProblemError `rate_limited` with the wait, `store_unavailable`.
 */
export function createRateLimiter(supabase: Supabase, secret: string, limit: RateLimit): RateLimiter {
  return async (route, clientAddress) => {
    const { data, error } = await supabase.rpc("take_rate_limit", await bucketOf(route, clientAddress, secret, limit));
    if (error) throw new ProblemError("store_unavailable", { cause: error });
    if (data > 0) throw new ProblemError("rate_limited", { retryAfter: data });
  };
}
