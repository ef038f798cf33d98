import type { CaptchaAlgorithm } from "../contract/captcha.ts";
import type { Solution } from "../store/admission.ts";

/**
 * What a provider says of a token: `passed`, or what is to be spent for it to pass, with the submission that it came with.
 * `unavailable`: it could not be asked, so nobody is let in (fails closed).
 */
export type CaptchaVerdict = "passed" | "failed" | "unavailable" | Solution;

/** One captcha provider, as the backend sees it. */
export interface CaptchaProvider {
  /** Judges a token. A provider that spends its tokens itself says `failed` the second time. */
  verify(token: string, clientAddress: string | undefined): Promise<CaptchaVerdict>;
  /** Whether a verdict is somebody else's, asked over the network. */
  remote?: boolean;
  /**
   * A fresh challenge for `GET /captcha`, on providers that are our own.
   * @throws ProblemError `rate_limited` with the wait, `store_unavailable`.
   */
  challenge?(algorithm: CaptchaAlgorithm, clientAddress: string | undefined): Promise<unknown>;
}
