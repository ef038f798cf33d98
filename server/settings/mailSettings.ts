import { brand } from "../contract/brand.ts";
import type { Mailbox } from "../mail/mail.ts";
import { defaultRate, defaultUnconfirmedDays } from "./defaults.ts";
import { definitions, type SettingKey } from "./definitions.ts";
import type { Format } from "./formats.ts";
import type { MailRoute } from "./mailRoutes.ts";
import { SettingsError } from "./settingsError.ts";
import { readSetting } from "./validate.ts";

/** How mails are sent. */
export interface MailSettings {
  route: MailRoute;
  from: Mailbox;
  imprint: string;
  /** Most mails a second. */
  perSecond: number;
  /** Secret that signs the provider's reports; without it they are refused. */
  webhookSecret: string | undefined;
  /** Secret of the database's scheduled jobs; without it they are refused. */
  scheduleSecret: string | undefined;
  /** Days after which an unconfirmed address or account is erased. */
  unconfirmedDays: number;
}

/**
 * Reads the mail settings. Without `MAIL_FROM` the sender is `no-reply@localhost`, which only the inbox folder accepts.
 * @throws SettingsError naming every wrong one at once.
 */
export function readMailSettings(value: (key: SettingKey) => string | undefined): MailSettings {
  const problems: string[] = [];
  const read = <T>(key: SettingKey, format: Format<T>): T | undefined => {
    const given = value(key)?.trim();
    if (!given) return undefined;
    const result = readSetting(key, format, given);
    if ("value" in result) return result.value;
    problems.push(result.problem);
    return undefined;
  };
  const smtpUrl = read("SMTP_URL", definitions.SMTP_URL.format);
  const apiKey = read("RESEND_API_KEY", definitions.RESEND_API_KEY.format);
  const from = read("MAIL_FROM", definitions.MAIL_FROM.format);
  const route: MailRoute = smtpUrl
    ? { kind: "smtp", url: smtpUrl }
    : apiKey
      ? { kind: "resend", apiKey }
      : { kind: "none" };
  const settings: MailSettings = {
    route,
    from: from ?? { name: brand, address: "no-reply@localhost" },
    imprint: read("MAIL_IMPRINT", definitions.MAIL_IMPRINT.format) ?? "",
    perSecond: read("MAIL_PER_SECOND", definitions.MAIL_PER_SECOND.format) ?? defaultRate[route.kind],
    webhookSecret: read("MAIL_WEBHOOK_SECRET", definitions.MAIL_WEBHOOK_SECRET.format),
    scheduleSecret: read("MAIL_SCHEDULE_SECRET", definitions.MAIL_SCHEDULE_SECRET.format),
    unconfirmedDays: read("UNCONFIRMED_DAYS", definitions.UNCONFIRMED_DAYS.format) ?? defaultUnconfirmedDays,
  };
  if (route.kind !== "none" && !value("MAIL_FROM")?.trim())
    problems.push("MAIL_FROM is missing: mails need an address they come from.");
  if (problems.length > 0) throw new SettingsError(problems.join("\n"));
  return settings;
}
