import { altcha } from "./Altcha.tsx";
import type { CaptchaProvider } from "./provider.ts";
import { recaptcha } from "./Recaptcha.tsx";

/** The captcha of this build: reCAPTCHA v2 if a site key is configured, otherwise the self-hosted one. */
export const captcha: CaptchaProvider = import.meta.env.PUBLIC_RECAPTCHA_SITE_KEY ? recaptcha : altcha;
