import { type AltchaOptions, createAltcha } from "./altcha.ts";
import type { CaptchaProvider } from "./provider.ts";
import { createRecaptcha } from "./recaptcha.ts";

/** Options of either captcha; only tokens of the host of `siteUrl` count. */
export interface CaptchaOptions extends AltchaOptions {
  recaptchaSecret: string | undefined;
  siteUrl: string;
}

/** reCAPTCHA v2 if its key is set, otherwise ALTCHA. */
export function chooseCaptcha({ recaptchaSecret, siteUrl, ...altcha }: CaptchaOptions): CaptchaProvider {
  if (recaptchaSecret === undefined) return createAltcha(altcha);
  return createRecaptcha({ secret: recaptchaSecret, hostname: new URL(siteUrl).hostname });
}
