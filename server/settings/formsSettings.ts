import { type CaptchaSettings, readCaptchaSettings } from "./captchaSettings.ts";
import { cloudflareHeader } from "./defaults.ts";
import { type MailSettings, readMailSettings } from "./mailSettings.ts";
import { createSettingsReader } from "./read.ts";
import { findSecretKey } from "./secretKey.ts";

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
  captcha: CaptchaSettings;
  /** The header in which the platform itself puts the visitor's address, as the last entry. */
  clientAddressHeader: string;
}

/**
 * Reads the settings of a hosted deployment from its environment. The secret key may come under any
 * name that {@link findSecretKey} knows.
 * @throws SettingsError naming every missing or wrong key at once.
 */
export function readFormsSettings(env: Record<string, string | undefined>): FormsSettings {
  const { read, isSet, refuse, include, finish } = createSettingsReader((key) => env[key]);
  const required = (key: "SUPABASE_URL" | "SITE_URL" | "FORMS_SECRET"): string => {
    if (!isSet(key)) refuse(`${key} is missing.`);
    return read(key) ?? "";
  };
  const { key, from } = findSecretKey(env);
  const secretKey = (): string => {
    if (!key?.trim()) refuse("SUPABASE_SECRET_KEY is missing.");
    return key?.trim() ?? "";
  };
  const settings: FormsSettings = {
    supabaseUrl: required("SUPABASE_URL"),
    secretKey: secretKey(),
    secretKeyFrom: from,
    siteUrl: required("SITE_URL"),
    mail:
      include(() => readMailSettings((name) => (name === "SMTP_URL" ? undefined : env[name]))) ??
      readMailSettings(() => undefined),
    secret: required("FORMS_SECRET"),
    captcha: include(() => readCaptchaSettings((name) => env[name])) ?? { kind: "altcha" },
    clientAddressHeader: read("CLIENT_ADDRESS_HEADER") ?? cloudflareHeader,
  };
  finish();
  return settings;
}
