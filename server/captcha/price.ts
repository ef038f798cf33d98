import { bucketOf, type RateLimit, requireNoWait } from "../limits/rateLimit.ts";
import type { Store } from "../store/store.ts";

/** Solutions that all visitors together send in the 20 minutes a challenge lives: one every two seconds, a good launch. */
export const expectedSolutions = 600;

/** A client takes at most this many challenges for each submission it may make. */
const challengesPerSubmission = 4;

/** How often the work doubles at most: by what one client took, and by what all of them sent. */
const doublings = { client: 3, site: 2 };

const double = (times: number, most: number) => 2 ** Math.min(most, Math.max(0, Math.floor(times)));

/**
 * How many times the usual work the next challenge asks for. `taken` are the challenges of this client that its bucket
 * has not refilled, this one included: as many as its `burst` of submissions cost the usual, each further burst twice as
 * much. `spent` are the solutions of all clients that are not expired: from {@link expectedSolutions} on, twice as much.
 */
export function factorOf({ taken, spent }: { taken: number; spent: number }, burst: number): number {
  const site = spent < expectedSolutions ? 0 : 1 + Math.log2(spent / expectedSolutions);
  return double((taken - 1) / burst, doublings.client) * double(site, doublings.site);
}

/**
 * Counts a challenge for a client and says by how much its work is raised. Counted are solutions, not challenges, for all
 * clients: they cost whoever wants to make others work more.
 * @throws ProblemError `rate_limited` with the wait, `store_unavailable`.
 */
export function createPrice(store: Pick<Store, "takeChallenge">, secret: string, limit: RateLimit) {
  return async (clientAddress: string | undefined): Promise<number> => {
    const bucket = await bucketOf("captcha", clientAddress, secret, limit);
    const challenges = { ...bucket, burst: bucket.burst * challengesPerSubmission };
    const { wait, ...counts } = await store.takeChallenge(challenges, expectedSolutions * 2 ** doublings.site);
    requireNoWait(wait);
    return factorOf(counts, bucket.burst);
  };
}
