import { type CaptchaSettings, readCaptchaSettings } from "./captchaSettings.ts";
import type { SettingKey } from "./definitions.ts";
import { type MailSettings, readMailSettings } from "./mailSettings.ts";
import { createSettingsReader } from "./read.ts";
import type { Settings } from "./resolve.ts";
import { SettingsError } from "./settingsError.ts";

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
  captcha: CaptchaSettings;
  /** How mails are sent. */
  mail: MailSettings;
}

/**
 * Reads the settings of `npm start`.
 * @throws SettingsError naming every wrong one at once.
 */
export function readStackSettings(settings: Settings): StackSettings {
  const valueOf = (key: SettingKey): string | undefined => settings[key]?.value;
  const { read, include, finish } = createSettingsReader(valueOf);
  const mail = include(() => readMailSettings(valueOf));
  const captcha = include(() => readCaptchaSettings(valueOf));
  const siteUrl = read("SITE_URL");
  const port = read("PORT");
  const host = read("HOST");
  const proxies = read("TRUST_PROXY");
  const dataFolder = read("DATA_FOLDER");
  finish();
  if (
    port === undefined ||
    host === undefined ||
    proxies === undefined ||
    dataFolder === undefined ||
    !captcha ||
    !mail
  )
    throw new SettingsError("A setting that has a default is not set.");
  return {
    port,
    host,
    proxies,
    dataFolder,
    captcha,
    mail,
    ...(siteUrl === undefined ? {} : { siteUrl }),
  };
}
