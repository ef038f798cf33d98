import type { CaptchaProvider } from "../captcha/provider.ts";
import { keyedHash } from "../limits/keyedHash.ts";

/** A token of the stand-in, good for two minutes and one use like reCAPTCHA's; `expired` ones are refused. */
export const standInToken = (state: "solved" | "expired"): string =>
  `stand-in/${Date.now() + (state === "solved" ? 120_000 : -1)}/${crypto.randomUUID()}`;

/** The captcha of the mocked backend: proves nothing about anyone; its tokens are spent as the real one's are. */
export const standInCaptcha: CaptchaProvider = {
  async verify(token) {
    const expiresAt = Number(/^stand-in\/(\d+)\//u.exec(token)?.[1]);
    if (!(expiresAt > Date.now())) return "failed";
    return { hash: await keyedHash("stand-in", token), expiresAt: new Date(expiresAt) };
  },
};
