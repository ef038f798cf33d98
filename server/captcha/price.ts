import { bucketOf, type RateLimit, requireNoWait } from "../limits/rateLimit.ts";
import type { Store } from "../store/store.ts";

/** Solutions expected from all visitors within a challenge's lifetime of 20 minutes: one every two seconds, a good launch. */
export const expectedSolutions = 600;

/** A client takes at most this many challenges for each submission it may make. */
const challengesPerSubmission = 4;

/** Most doublings of the work: because of one client's challenges, and because of everybody's solutions. */
const doublings = { client: 3, site: 2 };

const double = (times: number, most: number) => 2 ** Math.min(most, Math.max(0, Math.floor(times)));

/**
 * The factor by which the next challenge's work exceeds the usual. It doubles for two reasons (docs/decisions/0076).
 * The client: `taken` counts its challenges, this one included, that its bucket has not refilled yet. The first `burst` of
 * them cost the usual work, the next `burst` twice as much, and so on.
 * Everybody: `spent` counts the unexpired solutions of all clients. The work doubles at {@link expectedSolutions}, and
 * again at twice as many.
 */
export function factorOf({ taken, spent }: { taken: number; spent: number }, burst: number): number {
  const site = spent < expectedSolutions ? 0 : 1 + Math.log2(spent / expectedSolutions);
  return double((taken - 1) / burst, doublings.client) * double(site, doublings.site);
}

/**
 * Counts a challenge for a client and returns the factor of its work. For all clients together solutions are counted instead
 * of challenges, so that nobody can raise the work of others without doing the work first.
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
