import type { CaptchaSettings } from "../settings/hosts.ts";
import { type AltchaOptions, createAltcha } from "./altcha.ts";
import type { CaptchaProvider } from "./provider.ts";
import { createRecaptcha } from "./recaptcha.ts";

/** Options of either captcha; only tokens of the host of `siteUrl` count. */
interface CaptchaOptions extends AltchaOptions {
  captcha: CaptchaSettings;
  siteUrl: string;
}

export function chooseCaptcha({ captcha, siteUrl, ...altcha }: CaptchaOptions): CaptchaProvider {
  switch (captcha.kind) {
    case "altcha":
      return createAltcha(altcha);
    case "recaptcha":
      return createRecaptcha({ secret: captcha.secret, hostname: new URL(siteUrl).hostname });
  }
}
