import type { StackOptions } from "../embedded/stack.ts";
import { definitions, type SettingKey } from "./definitions.ts";
import type { Form } from "./forms.ts";
import type { Settings } from "./resolve.ts";
import { SettingsError } from "./settingsError.ts";
import { readSetting } from "./validate.ts";

type StackSettings = Pick<StackOptions, "port" | "host" | "proxies" | "dataFolder" | "siteUrl" | "recaptchaSecret">;

/**
 * What `npm start` is told by the settings.
 * @throws SettingsError naming every wrong one at once.
 */
export function readStackSettings(settings: Settings): StackSettings {
  const problems: string[] = [];
  const read = <T>(key: SettingKey, form: Form<T>): T | undefined => {
    const setting = settings[key];
    const result = setting && readSetting(key, form, setting.value);
    if (result && "problem" in result) problems.push(result.problem);
    return result && "value" in result ? result.value : undefined;
  };
  const siteUrl = read("SITE_URL", definitions.SITE_URL.form);
  const recaptchaSecret = read("RECAPTCHA_SECRET_KEY", definitions.RECAPTCHA_SECRET_KEY.form);
  const port = read("PORT", definitions.PORT.form);
  const host = read("HOST", definitions.HOST.form);
  const proxies = read("TRUST_PROXY", definitions.TRUST_PROXY.form);
  const dataFolder = read("DATA_FOLDER", definitions.DATA_FOLDER.form);
  if (
    port === undefined ||
    host === undefined ||
    proxies === undefined ||
    dataFolder === undefined ||
    problems.length > 0
  )
    throw new SettingsError(problems.join("\n"));
  return {
    port,
    host,
    proxies,
    dataFolder,
    ...(siteUrl === undefined ? {} : { siteUrl }),
    ...(recaptchaSecret === undefined ? {} : { recaptchaSecret }),
  };
}
