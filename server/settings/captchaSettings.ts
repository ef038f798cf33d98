import type { SettingKey } from "./definitions.ts";
import { createSettingsReader } from "./read.ts";

/** The captcha of the forms: ALTCHA, which needs no setting, or reCAPTCHA v2 if its secret is set. */
export type CaptchaSettings = { kind: "altcha" } | { kind: "recaptcha"; secret: string };

/** Reads which captcha the forms have. @throws SettingsError naming every wrong setting at once. */
export function readCaptchaSettings(value: (key: SettingKey) => string | undefined): CaptchaSettings {
  const { read, finish } = createSettingsReader(value);
  const secret = read("RECAPTCHA_SECRET_KEY");
  finish();
  return secret === undefined ? { kind: "altcha" } : { kind: "recaptcha", secret };
}
