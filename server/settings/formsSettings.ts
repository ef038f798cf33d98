import { cloudflareHeader } from "./defaults.ts";
import { definitions, type SettingKey } from "./definitions.ts";
import { type Format, text } from "./formats.ts";
import { type MailSettings, readMailSettings } from "./mailSettings.ts";
import { findSecretKey } from "./secretKey.ts";
import { SettingsError } from "./settingsError.ts";
import { readSetting } from "./validate.ts";

/** The form backend's settings on a hosted project. */
export interface FormsSettings {
  supabaseUrl: string;
  secretKey: string;
  /** Name of the setting the secret key came from. */
  secretKeyFrom: string | undefined;
  /** Public address of the site, to which mails link, without a slash at its end; browsers may call from its origin only. */
  siteUrl: string;
  /** How mails are sent. A function can open no SMTP port: it sends by Resend, or leaves them to `prelaunch mail send`. */
  mail: MailSettings;
  /** Signs ALTCHA challenges and keys hashes; at least 32 characters. */
  secret: string;
  /** Replaces ALTCHA by reCAPTCHA v2 if it is set. */
  recaptchaSecret: string | undefined;
  /** The header in which the platform itself puts the visitor's address, as the last entry. */
  clientAddressHeader: string;
}

/**
 * Reads the settings of a hosted deployment from its environment. The secret key may come under any
 * name that {@link findSecretKey} knows.
 * @throws SettingsError naming every missing or wrong key at once.
 */
export function readFormsSettings(env: Record<string, string | undefined>): FormsSettings {
  const problems: string[] = [];
  const optional = (key: SettingKey, format: Format<string>, given = env[key]): string | undefined => {
    const value = given?.trim();
    if (!value) return undefined;
    const read = readSetting(key, format, value);
    if ("value" in read) return read.value;
    problems.push(read.problem);
    return "";
  };
  const required = (key: SettingKey, format: Format<string>, given?: string): string => {
    const value = optional(key, format, given);
    if (value === undefined) problems.push(`${key} is missing.`);
    return value ?? "";
  };
  const mail = (): MailSettings => {
    try {
      return readMailSettings((key) => (key === "SMTP_URL" ? undefined : env[key]));
    } catch (error) {
      if (!(error instanceof SettingsError)) throw error;
      problems.push(error.message);
      return readMailSettings(() => undefined);
    }
  };
  const secretKey = findSecretKey(env);
  const settings: FormsSettings = {
    supabaseUrl: required("SUPABASE_URL", definitions.SUPABASE_URL.format),
    secretKey: required("SUPABASE_SECRET_KEY", text, secretKey.key),
    secretKeyFrom: secretKey.from,
    siteUrl: required("SITE_URL", definitions.SITE_URL.format),
    mail: mail(),
    secret: required("FORMS_SECRET", definitions.FORMS_SECRET.format),
    recaptchaSecret: optional("RECAPTCHA_SECRET_KEY", text),
    clientAddressHeader:
      optional("CLIENT_ADDRESS_HEADER", definitions.CLIENT_ADDRESS_HEADER.format) ?? cloudflareHeader,
  };
  if (problems.length > 0) throw new SettingsError(problems.join("\n"));
  return settings;
}
