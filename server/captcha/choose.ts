import { type AltchaOptions, createAltcha } from "./altcha.ts";
import type { CaptchaProvider } from "./provider.ts";
import { createRecaptcha } from "./recaptcha.ts";

/** Options of either captcha; `siteOrigin` is the only origin whose tokens count. */
export interface CaptchaOptions extends AltchaOptions {
  recaptchaSecret: string | undefined;
  siteOrigin: string;
}

/** reCAPTCHA v2 if its key is set, otherwise ALTCHA. */
export function chooseCaptcha({ recaptchaSecret, siteOrigin, ...altcha }: CaptchaOptions): CaptchaProvider {
  if (recaptchaSecret === undefined) return createAltcha(altcha);
  return createRecaptcha({ secret: recaptchaSecret, hostname: new URL(siteOrigin).hostname });
}
