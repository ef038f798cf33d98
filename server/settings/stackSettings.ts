import { type CaptchaSettings, readCaptchaSettings } from "./captchaSettings.ts";
import { defaultDataFolder, defaultHost, defaultPort, defaultProxies } from "./defaults.ts";
import type { SettingKey } from "./definitions.ts";
import { type MailSettings, readMailSettings } from "./mailSettings.ts";
import { createSettingsReader } from "./read.ts";
import type { Settings } from "./resolve.ts";

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
  const mail = include(() => readMailSettings(valueOf)) ?? readMailSettings(() => undefined);
  const captcha = include(() => readCaptchaSettings(valueOf)) ?? { kind: "altcha" };
  const siteUrl = read("SITE_URL");
  const stackSettings: StackSettings = {
    port: read("PORT") ?? defaultPort,
    host: read("HOST") ?? defaultHost,
    proxies: read("TRUST_PROXY") ?? defaultProxies,
    dataFolder: read("DATA_FOLDER") ?? defaultDataFolder,
    captcha,
    mail,
    ...(siteUrl === undefined ? {} : { siteUrl }),
  };
  finish();
  return stackSettings;
}
