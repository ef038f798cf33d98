import type { CaptchaProvider } from "../captcha/provider.ts";
import { ProblemError } from "../http/problem.ts";
import type { Supabase } from "../supabase/client.ts";
import { createRateLimiter, type RateLimit, widened } from "./rateLimit.ts";

/** Tokens a client may have judged by somebody else, for each submission it may make. */
const verdictsPerSubmission = 10;

export interface AdmissionOptions {
  supabase: Supabase;
  captcha: CaptchaProvider;
  /** Keys the hashes of client addresses. */
  secret: string;
  rateLimit: RateLimit;
}

/** Lets a form's sender in, or refuses. */
export type Admission = (route: string, token: string, clientAddress: string | undefined) => Promise<void>;

/**
 * The captcha first, the rate limit after it: a request without a solved captcha takes nothing from a bucket that others
 * share, and costs us less than the bucket would (docs/decisions/0070). A verdict that somebody else gives is dear to us
 * and free to whoever asks for it, so those are limited before as well, more widely.
 * @throws ProblemError `captcha_failed`, `captcha_unavailable`, `rate_limited` with the wait, `store_unavailable`.
 */
export function createAdmission({ supabase, captcha, secret, rateLimit }: AdmissionOptions): Admission {
  const limit = createRateLimiter(supabase, secret, rateLimit);
  const limitVerdicts = createRateLimiter(supabase, secret, widened(rateLimit, verdictsPerSubmission));
  return async (route, token, clientAddress) => {
    if (captcha.remote) await limitVerdicts("verdict", clientAddress);
    const verdict = await captcha.verify(token, clientAddress);
    if (verdict === "unavailable") throw new ProblemError("captcha_unavailable");
    if (verdict === "failed") throw new ProblemError("captcha_failed");
    await limit(route, clientAddress);
  };
}
