import * as v from "valibot";
import { brand } from "../contract/brand.ts";
import {
  build,
  captcha,
  forms,
  keysOf,
  mail,
  project,
  server,
  type SettingKey,
  settingKeys,
  site,
  smtp,
  stackFolder,
  webhook,
} from "./definitions.ts";
import { readSettings, type Values } from "./read.ts";
import type { Texts } from "./rules.ts";
import { webhookOf, type WebhookSettings } from "./webhook.ts";

/** How mails leave: by an SMTP server, by Resend, or not at all if neither is set. */
export type MailRoute = { kind: "smtp"; url: URL } | { kind: "resend"; apiKey: string } | { kind: "none" };

export type MailRouteKind = Exclude<MailRoute["kind"], "none">;

/** The settings that choose a route, of which at most one may be set. */
export const routeSettings: readonly SettingKey[] = ["SMTP_URL", "RESEND_API_KEY"];

/** The captcha of the forms: ALTCHA, which needs no setting, or reCAPTCHA v2 if its secret is set. */
export type CaptchaSettings = { kind: "altcha" } | { kind: "recaptcha"; secret: string };

type Mail = Values<typeof mail> & Partial<Values<typeof smtp>>;

/** Most mails a second, by route. Resend takes five requests a second of a team (https://resend.com/docs/api-reference/rate-limit). */
const perSecond = { smtp: 10, resend: 2, none: 100 };

/** Most mails of a batch of Resend's (https://resend.com/docs/api-reference/emails/send-batch-emails). */
export const mostInBatch = 100;

function mailOf(given: Mail) {
  const { SMTP_URL: url, RESEND_API_KEY: apiKey } = given;
  const route: MailRoute = url ? { kind: "smtp", url } : apiKey ? { kind: "resend", apiKey } : { kind: "none" };
  return {
    route,
    /** Only the inbox folder accepts this default. */
    from: given.MAIL_FROM ?? { name: brand, address: "no-reply@localhost" },
    imprint: given.MAIL_IMPRINT,
    /** Where the launch mail leads, with an invite code. */
    productUrl: given.PRODUCT_URL?.href,
    /** Most requests a second: a mail, or a batch of them. */
    perSecond: given.MAIL_PER_SECOND ?? perSecond[route.kind],
    /** Whether mails to the list go in batches, which only Resend takes. */
    inBatches: route.kind === "resend" && given.MAIL_BATCH === "1",
    /** Secret that signs the provider's reports; without it they are refused. */
    webhookSecret: given.MAIL_WEBHOOK_SECRET,
    /** Secret of the database's scheduled jobs; without it they are refused. */
    scheduleSecret: given.MAIL_SCHEDULE_SECRET,
    /** The operator's address; undefined if nobody is told how the launch stands. */
    operator: given.OPERATOR_EMAIL,
    /** How many people may be mailed at least for places to be shown; undefined if they never are. */
    placeFrom: given.PLACE_FROM === "off" ? undefined : given.PLACE_FROM,
    /** Days after which an unconfirmed address or account is erased. */
    unconfirmedDays: given.UNCONFIRMED_DAYS,
  };
}

export type MailSettings = ReturnType<typeof mailOf>;

const captchaOf = ({ RECAPTCHA_SECRET_KEY: secret }: Values<typeof captcha>): CaptchaSettings =>
  secret === undefined ? { kind: "altcha" } : { kind: "recaptcha", secret };

/** Reads how mails are sent. @throws SettingsError naming every wrong setting at once. */
export const readMailSettings = (texts: Texts): MailSettings => mailOf(readSettings({ ...mail, ...smtp }, texts));

/** Reads where events are sent; undefined if they are not sent. @throws SettingsError naming every wrong setting at once. */
export const readWebhookSettings = (texts: Texts): WebhookSettings | undefined =>
  webhookOf(readSettings(webhook, texts));

/** Reads which captcha the forms have. @throws SettingsError where it is wrong. */
export const readCaptchaSettings = (texts: Texts): CaptchaSettings => captchaOf(readSettings(captcha, texts));

/** Reads what the command line works on. @throws SettingsError naming every wrong setting at once. */
export const readTarget = (texts: Texts) => readSettings({ ...project, ...stackFolder }, texts);

const stackEntries = { ...mail, ...smtp, ...captcha, ...webhook, ...site, ...server, ...stackFolder };

/** The settings of `npm start`: those of its stack, and of the page that it builds. */
export const startSettings: readonly SettingKey[] = keysOf({ ...stackEntries, ...build });

const stackOf = (given: Values<typeof stackEntries>) => ({
  /** 0 takes any free port. */
  port: given.PORT,
  /** Address of the interface to listen on. */
  host: given.HOST,
  /** Number of the operator's reverse proxies in front, each of which appends to `X-Forwarded-For`. */
  proxies: given.TRUST_PROXY,
  dataFolder: given.DATA_FOLDER,
  captcha: captchaOf(given),
  mail: mailOf(given),
  webhook: webhookOf(given),
  /** Public address of the site if another server is in front: browsers may call from its origin, and mails link to it. */
  ...(given.SITE_URL === undefined ? {} : { siteUrl: given.SITE_URL }),
});

/** The operator's settings of an embedded stack. */
export type StackSettings = ReturnType<typeof stackOf>;

/** Reads the settings of an embedded stack. @throws SettingsError naming every wrong one at once. */
export const readStackSettings = (texts: Texts): StackSettings => stackOf(readSettings(stackEntries, texts));

const functionEntries = { ...site, ...forms, ...mail, ...captcha, ...webhook };

/** The settings that `deploy` passes on to the form backend. */
export const functionSettings: readonly SettingKey[] = keysOf(functionEntries);

/** The settings of a hosted project: all except those of a self-hosted server. */
export const hostedSettings: readonly SettingKey[] = settingKeys.filter(
  (key) => !keysOf({ ...server, ...stackFolder }).includes(key),
);

/** The settings that the form backend needs besides those that its project provides. */
export const requiredOfForms = ["SITE_URL", "FORMS_SECRET"] as const;

const required = ["SUPABASE_URL", "SUPABASE_SECRET_KEY", ...requiredOfForms] as const;
const { entries: formsEntries } = v.required(v.object({ ...project, ...functionEntries }), required);

const namedKeys = v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.pipe(v.string(), v.nonEmpty())));

/**
 * The secret key in an environment. A hosted project gives its functions `SUPABASE_SECRET_KEYS`, a JSON object
 * of keys by name, and older ones `SUPABASE_SERVICE_ROLE_KEY`. We cannot set a secret in their place, as the
 * prefix is reserved (https://supabase.com/docs/guides/functions/secrets). `SUPABASE_SECRET_KEY` is for our
 * other hosts.
 */
function findSecretKey(env: Texts): string | undefined {
  const keys = v.safeParse(namedKeys, env["SUPABASE_SECRET_KEYS"]);
  const named = keys.success ? (keys.output["default"] ?? Object.values(keys.output)[0]) : undefined;
  return env["SUPABASE_SECRET_KEY"]?.trim() || (named ?? env["SUPABASE_SERVICE_ROLE_KEY"]);
}

/**
 * Reads the settings of a hosted deployment from its environment.
 * @throws SettingsError naming every missing or wrong key at once.
 */
export function readFormsSettings(env: Texts) {
  const given = readSettings(formsEntries, { ...env, SUPABASE_SECRET_KEY: findSecretKey(env) }, required);
  return {
    supabaseUrl: given.SUPABASE_URL,
    secretKey: given.SUPABASE_SECRET_KEY,
    /** Public address of the site, to which mails link; browsers may call from its origin only. */
    siteUrl: given.SITE_URL,
    mail: mailOf(given),
    webhook: webhookOf(given),
    /** Signs ALTCHA challenges and keys hashes. */
    secret: given.FORMS_SECRET,
    captcha: captchaOf(given),
    /** The header in which the platform itself puts the visitor's address, as the last entry. */
    clientAddressHeader: given.CLIENT_ADDRESS_HEADER,
  };
}
