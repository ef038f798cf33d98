import { definitions, type SettingKey } from "./definitions.ts";
import type { Format } from "./formats.ts";
import type { Settings } from "./resolve.ts";
import { type MailSettings, readMailSettings } from "./mailSettings.ts";
import { SettingsError } from "./settingsError.ts";
import { readSetting } from "./validate.ts";

/** The operator's settings of an embedded stack. */
export interface StackSettings {
  /** 0 takes any free port. */
  port: number;
  /** Address of the interface to listen on. */
  host: string;
  /** Number of the operator's reverse proxies in front, each of which appends to `X-Forwarded-For`. */
  proxies: number;
  dataFolder: string;
  /** Public address of the site if another server is in front: browsers may call from its origin, and mails link to it. */
  siteUrl?: string;
  /** Secret of reCAPTCHA v2, which replaces ALTCHA if it is set. */
  recaptchaSecret?: string;
  /** How mails are sent. */
  mail: MailSettings;
}

/**
 * Reads the settings of `npm start`.
 * @throws SettingsError naming every wrong one at once.
 */
export function readStackSettings(settings: Settings): StackSettings {
  const problems: string[] = [];
  const read = <T>(key: SettingKey, format: Format<T>): T | undefined => {
    const setting = settings[key];
    const result = setting && readSetting(key, format, setting.value);
    if (result && "problem" in result) problems.push(result.problem);
    return result && "value" in result ? result.value : undefined;
  };
  let mail: MailSettings | undefined;
  try {
    mail = readMailSettings((key) => settings[key]?.value);
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    problems.push(error.message);
  }
  const siteUrl = read("SITE_URL", definitions.SITE_URL.format);
  const recaptchaSecret = read("RECAPTCHA_SECRET_KEY", definitions.RECAPTCHA_SECRET_KEY.format);
  const port = read("PORT", definitions.PORT.format);
  const host = read("HOST", definitions.HOST.format);
  const proxies = read("TRUST_PROXY", definitions.TRUST_PROXY.format);
  const dataFolder = read("DATA_FOLDER", definitions.DATA_FOLDER.format);
  if (
    port === undefined ||
    host === undefined ||
    proxies === undefined ||
    dataFolder === undefined ||
    mail === undefined ||
    problems.length > 0
  )
    throw new SettingsError(problems.join("\n"));
  return {
    port,
    host,
    proxies,
    dataFolder,
    mail,
    ...(siteUrl === undefined ? {} : { siteUrl }),
    ...(recaptchaSecret === undefined ? {} : { recaptchaSecret }),
  };
}
