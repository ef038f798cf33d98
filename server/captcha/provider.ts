import type { Solution } from "../store/store.ts";

/**
 * A provider's verdict on a token: `passed`, or a solution that has to be spent together with the submission.
 * `unavailable`: the provider could not be reached, so nobody is let in (fails closed).
 */
type CaptchaVerdict = "passed" | "failed" | "unavailable" | Solution;

export interface CaptchaProvider {
  /** Verifies a token. A provider that spends its tokens itself answers `failed` the second time. */
  verify(token: string, clientAddress: string | undefined): Promise<CaptchaVerdict>;
  /** Whether tokens are verified by an external service, over the network. */
  remote?: boolean;
  /**
   * Creates a challenge for `GET /captcha`; only our own providers have this.
   * @throws ProblemError `rate_limited` and `captcha_unavailable` with the wait, `store_unavailable`.
   */
  challenge?(clientAddress: string | undefined): Promise<unknown>;
}
