import type { CaptchaProvider } from "../captcha/provider.ts";
import { keyedHash } from "../limits/keyedHash.ts";

/** States of the stand-in captcha in the page (components/dev/StandInCaptcha.tsx). */
export const captchaStates = ["unsolved", "solved", "expired", "never-loads"] as const;
export type CaptchaState = (typeof captchaStates)[number];

const life = 120_000;

/** A token of the stand-in, good for two minutes and one use like reCAPTCHA's; `expired` ones are refused. */
export function standInToken(state: "solved" | "expired"): string {
  const expiresAt = Date.now() + (state === "solved" ? life : -1);
  return `stand-in/${expiresAt}/${crypto.randomUUID()}`;
}

/** The captcha of the mocked backend: proves nothing about anyone; its tokens are spent as the real one's are. */
export const standInCaptcha: CaptchaProvider = {
  async verify(token) {
    const expiresAt = Number(/^stand-in\/(\d+)\//u.exec(token)?.[1]);
    if (!(expiresAt > Date.now())) return "failed";
    return { hash: await keyedHash("stand-in", token), expiresAt: new Date(expiresAt) };
  },
};
