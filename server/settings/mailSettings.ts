import { brand } from "../contract/brand.ts";
import type { Mailbox } from "../mail/mail.ts";
import { defaultRate, defaultUnconfirmedDays } from "./defaults.ts";
import type { SettingKey } from "./definitions.ts";
import type { MailRoute } from "./mailRoutes.ts";
import { createSettingsReader } from "./read.ts";

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
  const { read, isSet, refuse, finish } = createSettingsReader(value);
  const smtpUrl = read("SMTP_URL");
  const apiKey = read("RESEND_API_KEY");
  const from = read("MAIL_FROM");
  const route: MailRoute = smtpUrl
    ? { kind: "smtp", url: smtpUrl }
    : apiKey
      ? { kind: "resend", apiKey }
      : { kind: "none" };
  const settings: MailSettings = {
    route,
    from: from ?? { name: brand, address: "no-reply@localhost" },
    imprint: read("MAIL_IMPRINT") ?? "",
    perSecond: read("MAIL_PER_SECOND") ?? defaultRate[route.kind],
    webhookSecret: read("MAIL_WEBHOOK_SECRET"),
    scheduleSecret: read("MAIL_SCHEDULE_SECRET"),
    unconfirmedDays: read("UNCONFIRMED_DAYS") ?? defaultUnconfirmedDays,
  };
  if (route.kind !== "none" && !isSet("MAIL_FROM"))
    refuse("MAIL_FROM is missing: mails need an address they come from.");
  finish();
  return settings;
}
