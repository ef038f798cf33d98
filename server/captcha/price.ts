import * as v from "valibot";
import { bucketOf, type RateLimit } from "../guards/rateLimit.ts";
import { ProblemError } from "../http/problem.ts";
import type { Supabase } from "../supabase/client.ts";

/** Solutions that all visitors together send in the 20 minutes a challenge lives: one every two seconds, a good launch. */
export const expectedSolutions = 600;

/** A client takes at most this many challenges for each submission it may make. */
export const challengesPerSubmission = 4;

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

const answer = v.object({ wait: v.number(), taken: v.number(), spent: v.number() });

/**
 * Counts a challenge for a client and says by how much its work is raised. Counted are solutions, not challenges, for all
 * clients: they cost whoever wants to make others work more.
 * @throws ProblemError `rate_limited` with the wait, `store_unavailable`.
 */
export function createPrice(supabase: Supabase, secret: string, limit: RateLimit) {
  return async (clientAddress: string | undefined): Promise<number> => {
    const bucket = await bucketOf("captcha", clientAddress, secret, limit);
    const { data, error } = await supabase.rpc("take_challenge", {
      ...bucket,
      burst: bucket.burst * challengesPerSubmission,
      most: expectedSolutions * 2 ** doublings.site,
    });
    if (error) throw new ProblemError("store_unavailable", { cause: error });
    const { wait, ...counts } = v.parse(answer, data);
    if (wait > 0) throw new ProblemError("rate_limited", { retryAfter: wait });
    return factorOf(counts, bucket.burst);
  };
}
