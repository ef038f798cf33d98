import { type AltchaOptions, createAltcha } from "./altcha.ts";
import type { CaptchaProvider } from "./provider.ts";
import { createRecaptcha } from "./recaptcha.ts";

/** What either captcha is made of; `siteOrigin` is where its tokens have to be solved. */
export interface CaptchaOptions extends AltchaOptions {
  recaptchaSecret: string | undefined;
  siteOrigin: string;
}

/** reCAPTCHA v2 where its key is set, ALTCHA everywhere else. */
export function chooseCaptcha({ recaptchaSecret, siteOrigin, ...altcha }: CaptchaOptions): CaptchaProvider {
  if (recaptchaSecret === undefined) return createAltcha(altcha);
  return createRecaptcha({ secret: recaptchaSecret, hostname: new URL(siteOrigin).hostname });
}
