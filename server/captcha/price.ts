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
 * How many times the usual work the next challenge asks for. It is doubled in two ways (docs/decisions/0076).
 * By the client: `taken` is how many challenges it took that its bucket has not refilled yet, this one included. The first
 * `burst` of them cost the usual work, the next `burst` twice as much, and so on.
 * By everybody: `spent` is how many solutions of all clients have not expired; the work doubles at
 * {@link expectedSolutions}, and once more at twice as many.
 */
export function factorOf({ taken, spent }: { taken: number; spent: number }, burst: number): number {
  const site = spent < expectedSolutions ? 0 : 1 + Math.log2(spent / expectedSolutions);
  return double((taken - 1) / burst, doublings.client) * double(site, doublings.site);
}

/**
 * Counts a challenge for a client and says by how much its work is raised. Over all clients solutions are counted, not
 * challenges: whoever wants to raise the work of others has to do the work first.
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
