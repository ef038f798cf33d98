import type { CaptchaProvider } from "../captcha/provider.ts";
import { ProblemError } from "../http/problem.ts";
import { bucketOf, createRateLimiter, type RateLimit, widened } from "../limits/rateLimit.ts";
import type { Admission } from "../store/admission.ts";
import type { Store } from "../store/store.ts";

/** Tokens a client may have judged by somebody else, for each submission it may make. */
const verdictsPerSubmission = 10;

/** What senders of forms are judged by. */
export interface AdmissionOptions {
  store: Pick<Store, "take">;
  captcha: CaptchaProvider;
  /** Keys the hashes of client addresses. */
  secret: string;
  rateLimit: RateLimit;
}

/** What a form's sender brings: the captcha's token, what stands in the trap, and where the request came from. */
export interface Sender {
  captcha: string;
  trap: string | null | undefined;
  clientAddress: string | undefined;
}

/** Judges a form's sender; what remains to be taken and spent is the store's, with the submission. */
export type Admit = (form: string, sender: Sender) => Promise<Admission>;

/**
 * The captcha first, the rate limit after it: a request without a solved captcha takes nothing from a bucket that others
 * share, and costs us less than the bucket would (docs/decisions/0070). A verdict that somebody else gives is dear to us
 * and free to whoever asks for it, so those are limited before as well, more widely.
 * @throws ProblemError `captcha_failed`, `captcha_unavailable`, `rate_limited` with the wait, `store_unavailable`.
 */
export function createAdmission({ store, captcha, secret, rateLimit }: AdmissionOptions): Admit {
  const limitVerdicts = createRateLimiter(store, secret, widened(rateLimit, verdictsPerSubmission));
  return async (form, { captcha: token, trap, clientAddress }) => {
    if (captcha.remote) await limitVerdicts("verdict", clientAddress);
    const verdict = await captcha.verify(token, clientAddress);
    if (verdict === "unavailable") throw new ProblemError("captcha_unavailable");
    if (verdict === "failed") throw new ProblemError("captcha_failed");
    return {
      bucket: await bucketOf(form, clientAddress, secret, rateLimit),
      ...(verdict === "passed" ? {} : { solution: verdict }),
      trapped: Boolean(trap),
    };
  };
}
