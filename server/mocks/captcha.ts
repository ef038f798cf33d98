import type { CaptchaProvider } from "../captcha/provider.ts";
import { keyedHash } from "../lib/keyedHash.ts";

/** Creates a token of the stand-in, valid for two minutes and one use, like reCAPTCHA's; `expired` ones are refused. */
export const mockToken = (state: "solved" | "expired"): string =>
  `stand-in/${Date.now() + (state === "solved" ? 120_000 : -1)}/${crypto.randomUUID()}`;

/** The captcha of the mocked backend. It proves nothing, but its tokens are spent like real ones. */
export const mockCaptcha: CaptchaProvider = {
  async verify(token) {
    const expiresAt = Number(/^stand-in\/(\d+)\//u.exec(token)?.[1]);
    if (!(expiresAt > Date.now())) return "failed";
    return { hash: await keyedHash("stand-in", token), expiresAt: new Date(expiresAt) };
  },
};
