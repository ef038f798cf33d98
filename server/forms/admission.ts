import type { CaptchaProvider } from "../captcha/provider.ts";
import { ProblemError } from "../http/problem.ts";
import { bucketOf, createRateLimiter, type RateLimit, widened } from "../http/rateLimit.ts";
import type { Admission, Store } from "../store/store.ts";

/** Tokens that a client may have verified by an external provider, for each submission it may make. */
const verdictsPerSubmission = 10;

/** What an admission depends on. */
export interface AdmissionOptions {
  store: Pick<Store, "take">;
  captcha: CaptchaProvider;
  /** Keys the hashes of client addresses. */
  secret: string;
  rateLimit: RateLimit;
}

/** The sender's part of a submission: the captcha token and the client's address. */
export interface Sender {
  captcha: string;
  clientAddress: string | undefined;
}

/** Judges the sender of a form. The returned admission is then taken and spent by the store, together with the submission. */
export type Admit = (form: string, sender: Sender) => Promise<Admission>;

/**
 * Creates an admission policy: the captcha first, then the rate limit. So a request without a solved captcha takes nothing from
 * a bucket that others may share, and is cheaper than a look at the bucket (docs/decisions/0070). Verification by an external
 * provider is expensive for us and free for the client, so it has a wider limit of its own, in front.
 * @throws ProblemError `captcha_failed`, `captcha_unavailable`, `rate_limited` with the wait, `store_unavailable`.
 */
export function createAdmission({ store, captcha, secret, rateLimit }: AdmissionOptions): Admit {
  const limitVerdicts = createRateLimiter(store, secret, widened(rateLimit, verdictsPerSubmission));
  return async (form, { captcha: token, clientAddress }) => {
    if (captcha.remote) await limitVerdicts("verdict", clientAddress);
    const verdict = await captcha.verify(token, clientAddress);
    if (verdict === "unavailable") throw new ProblemError("captcha_unavailable");
    if (verdict === "failed") throw new ProblemError("captcha_failed");
    return {
      bucket: await bucketOf(form, clientAddress, secret, rateLimit),
      ...(verdict === "passed" ? {} : { solution: verdict }),
    };
  };
}
