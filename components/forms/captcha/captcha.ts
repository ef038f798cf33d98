import { altcha } from "./altcha/AltchaWidget.tsx";
import type { CaptchaProvider } from "./provider/provider.ts";
import { recaptcha } from "./recaptcha/RecaptchaWidget.tsx";

/** The captcha of this build: reCAPTCHA v2 where a site key is configured, the self-hosted one otherwise. */
export const captcha: CaptchaProvider = import.meta.env.PUBLIC_RECAPTCHA_SITE_KEY ? recaptcha : altcha;
