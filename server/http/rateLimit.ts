import { ProblemError } from "./problem.ts";
import { clientKey, networkKey, unknownClient } from "./clientAddress.ts";
import { keyedHash } from "../lib/keyedHash.ts";

/** A bucket of `burst` requests, refilled by one every `secondsPerRequest`. Its key contains no personal data but a keyed hash. */
export interface Bucket {
  key: string;
  burst: number;
  secondsPerRequest: number;
}

/** Limit for one client: `burst` requests at once, then one every `secondsPerRequest`. */
export type RateLimit = Omit<Bucket, "key">;

/** Twenty requests at once, then one every 30 s: enough for an office that shares an address, too few for a script. */
export const defaultRateLimit: RateLimit = { burst: 20, secondsPerRequest: 30 };

/** How many times larger the shared bucket of all clients with an unknown address is (docs/decisions/0071). */
const strangersPerBucket = 20;

/** A limit of `times` as many requests in the same time. */
export const widened = ({ burst, secondsPerRequest }: RateLimit, times: number): RateLimit => ({
  burst: burst * times,
  secondsPerRequest: secondsPerRequest / times,
});

/** A client's bucket on a route. Its key is a keyed hash of the client's `clientKey`. */
export async function bucketOf(
  route: string,
  clientAddress: string | undefined,
  secret: string,
  limit: RateLimit,
): Promise<Bucket> {
  const client = clientKey(clientAddress);
  const key = `${route}:${await keyedHash(secret, client)}`;
  return { key, ...(client === unknownClient ? widened(limit, strangersPerBucket) : limit) };
}

/** How many networks it takes to use up a limit that is for everybody. */
const networksForEverything = 3;

/** The bucket of a client's network: its share of a limit that is for everybody. Its key is a keyed hash of the `networkKey`. */
export async function networkBucketOf(
  name: string,
  clientAddress: string | undefined,
  secret: string,
  { burst, secondsPerRequest }: RateLimit,
): Promise<Bucket> {
  return {
    key: `${name}:${await keyedHash(secret, networkKey(clientAddress))}`,
    burst: Math.ceil(burst / networksForEverything),
    secondsPerRequest: secondsPerRequest * networksForEverything,
  };
}

/** @throws ProblemError `rate_limited` with a wait above 0. */
export function requireNoWait(wait: number): void {
  if (wait > 0) throw new ProblemError("rate_limited", { retryAfter: wait });
}

/** Where buckets are kept: takes one request from a bucket and returns the whole seconds to wait, 0 within the limit. */
interface Buckets {
  take(bucket: Bucket): Promise<number>;
}

/** Takes one request from a client's bucket, or throws. */
export type RateLimiter = (route: string, clientAddress: string | undefined) => Promise<void>;

/**
 * Creates a limiter whose buckets are in the store, so that all instances of the backend share them. All clients with an
 * unknown address share one larger bucket.
 * @throws ProblemError `rate_limited` with the wait, `store_unavailable`.
 */
export function createRateLimiter(store: Buckets, secret: string, limit: RateLimit): RateLimiter {
  return async (route, clientAddress) =>
    requireNoWait(await store.take(await bucketOf(route, clientAddress, secret, limit)));
}
